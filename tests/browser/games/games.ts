/** A game, move by move. */
export interface Game {
  readonly variant: string;
  /** The set-up position; the variant's start where there is none. */
  readonly start?: string;
  /** The position after the last move. */
  readonly final: string;
  readonly moves: readonly string[];
}

/** Classic Corners from the start to a goal: White wins in 43 moves. */
export const WHITE_FILLS_THE_GOAL: Game = {
  variant: 'classic-3x3',
  final: '5www/5www/5www/8/2b5/bbb5/bb6/bbb5 w 44',
  moves: movesOf(`
    b1-d1 h7-h5 b2-d2 g6-e6 c2-e2 g7-e7-e5 c1-e1-e3 f7-f5-d5
    b3-d3-f3 f6-d6-d4 d2-f2-f4 e6-e4-c4-c2 e2-e4-e6 d5-d3-b3 f3-f5 g8-e8
    a2-a4 f8-d8 a3-a5 h6-h4 a4-a6 h5-h3 d1-e1 e8-c8
    e1-e2 d8-d7 e2-e4-g4 h3-g3 a1-b1 h8-g8 e3-e4 e5-e3
    a5-b5 c8-c7 b5-b6 d7-b7-b5 a6-c6 c7-c5 b6-d6 b5-d5-d3
    g4-g5 d4-d2-b2 e4-g4-g6 c5-c4 d6-f6-h6 g3-f3 g5-g7 h4-h3
    c3-c5-c7 e3-c3-c1 b1-d1 f3-e3 c6-d6 e3-c3-a3 d1-d2 d3-d1-b1
    c7-d7 g8-f8 d2-e2 f8-e8 d6-d8-f8 e8-e7 d7-f7-h7 e7-e5
    e2-e3 e5-e4 e3-e5-e7 h3-g3 e6-e8-g8 e4-e3 e7-f7 c1-c3-c5
    g7-g5-e5 c5-c3-c1-a1 e5-g5-g7 e3-d3 g8-h8 g3-f3 f4-f6 f3-e3
    g6-g8 e3-c3-c1 f6-g6 c2-a2 f5-f6 d3-c3
  `),
};

/** Diagonal Corners from the start to a goal: White wins in 21 moves. */
export const DIAGONAL_GOAL: Game = {
  variant: 'diagonal-3x3',
  final: '5www/5www/5www/3b4/8/b1b5/bbb5/bbb5 w 22',
  moves: movesOf(`
    b1-d3 h7-f5 a2-c4 g8-e6 b2-d4 g7-e5 c2-e4 f7-d5
    a3-b4 e5-c5-a3 c3-e5-g7 f8-f7 a1-b2 h6-g5 d4-f4-h6-f8 g5-e5-c5-c3-a1
    b4-d4-f4 f6-d6-d4-d2 b2-b4-d4-d6-f6-h6 h8-f6-d6-d4-b4-b2 c1-e3-e5-e7 d2-c3 f4-f6 f7-d7
    e4-c6-e8-g8 g6-e4-c2-a2 c4-c2-e4-g6 e6-c4-c2 f6-h8 c2-c1 e7-f7 d7-d6
    b3-c4 d5-b3-b1 d3-b3-d5-d7 f5-e4 d7-d5-b3-d3-f5-h7 d6-d5 c4-e6 e4-d3
    e6-f6 d3-c2
  `),
};

/** After the deadline: Black moves, and White goes back home and loses. */
export const WHITE_RETURNS_HOME: Game = {
  variant: 'classic-3x3',
  start: '2bbb3/2b1b3/1w2b3/ww4bb/w6b/3ww3/4ww2/3w4 b 41',
  final: '2bbb3/2b1b3/1w2b3/ww3bb1/w6b/3w4/4ww2/2ww4 b 42',
  moves: movesOf(`
    h5-f5 e3-e1-c1
  `),
};

/** Halma on the large board, from the start to a goal. */
export const HALMA: Game = {
  variant: 'halma-16x16',
  final: '11wwwww/11wwwww/12wwww/13www/14ww/16/16/16/16/4b11/16/bb14/b1b13/bbbb12/bbbbbb10/bbbb12 w 88',
  moves: movesOf(`
    c1-e3 o14-m12 a3-c5 o15-m13-m11 d1-f3 p14-n12-l10 b2-d4-f2-f4 p16-p14-n12-l12
    c2-e4-g4 n15-l13-l11-l9 e3-g5 m15-m13-k11-m9-k9 a1-c1-e3-g3 o13-m13-k11-m9 d2-f2-h4-f6 p13-n11-l11
    b4-d2-f2-h4 m12-k10-k8 a4-c2-e4 l12-n10-l8-j8 c3-e3-e5-g7 m14-o14-m12-k10 d3-f5-f7-h7 l11-m10
    g4-g6-i8 n13-p11-p13-n11-l11-j9-j7-h9 h7-j9-l11-n11-p13-p11-n13-n15 l9-j9-h7-f7-f5-d3-f1-d1 a2-a1 h9-j7-j9-h7-f7-f5-d3 f3-f5-f7-h7-j9-l9-n11-p13 m16-k14
    b3-d5-f3-f5-f7-h7-j9-l9-n11 p12-n12-n10-l8-j10 b5-d5-f3-f5-f7-h7-j9-l11 n16-p16-p14-p12-n12-n10-l8 e4-g4-g6-g8 m11-k11-i9-i7 f4-h6-f8-h8-j6 j8-h6-f4
    g3-i5-k7 l10-j8-h6 f6-h8-j8-l10-n10-n12-p12-p14 k8-k6-i6-g6-g4-e4-c2 h4-f6-h8-j8-l10-n10-n12-p12 k10-k8-k6-i6-g6-g4 g8-g6-i6-k6-k8-k10-m12 m10-m8-k8-k6-i6
    j6-h8-j8-l10-l12-n12 o12-m10-m8-k8-k6 n12-o13 o16-m14-o14-o12-m10-m8-k8-k10-i10 a1-c1-c3-e3 l8-j6-h8-f6 c4-d5 i6-g6-e6-c4
    o13-o14 f4-d2-d4-b4 e2-e4-c6 h6-f4-d2-b2 b1-b3-b5-d7 j10-l8-j6-h8-j8-h6-f4-d2 c5-c7-e7 l16-l14-j14
    d7-f7-h7-j9-l9-n9 f6-h4-f4-h6-f8-d6-b6 d5-b3-b5-d7-f7-h7-j9-l9 d2-f4-h6-j8-l10-n8 e1-c1-a3-c5-c7 n8-l10-j8-h6-f4-d2 l11-n13 n14-n12-n10-l8-l10-j8-h6-f4
    m12-o10-m8-m10-o12-m14-o16 l15-j13 c7-d8 k14-i12 d8-f6-h8-j6-l8-n10-n12-n14-n16-p16 j13-h11-j9-h7-f7-d7-b5-b3-b1 a5-c7 b6-a5
    l9-j9-h11-j13-j15 j14-j13 n13-n14 j13-h11-j9-h7-f7-d7-b5-b3 e7-f7 p15-n13 f7-h7-j9-h11-j13 c4-a2
    j15-k14 g4-e4-e2-c4-a4 j13-l15 d3-e2 k14-m16 m9-l8 k7-m9-o9 k9-j9
    i8-k10 i12-h11 o9-p10 j9-i8 p10-o11 h11-j9-h7-f7 c6-d7 n13-m12
    o11-m11-m13-o15-m15 m12-o10-m8-k8 n11-o12 l8-j8-h8-f6-h4 l15-l16 f4-e4 c7-e7 h4-f6-f8-h6-f4-d4
    p12-o13 d4-c3 e7-f8 k8-k7 f8-f6-h8-j6-l8 i7-h6 g5-i7-i9-i11 h6-g5
    g7-h8 i8-g8-e6 e3-e5-e7-g7-i9 i10-i8-g8 h8-j10-l10 e4-d3 l8-j6-l6-j8-h10-j12 f7-d5
    i11-k13 e6-c4 j12-l14-n16 c4-b5 k10-l11 b2-a1 k13-k14 d2-b2
    k14-l15 g5-f4 l15-m14 k7-j6 n9-n10 k6-j5 l10-m11 j6-i5
    n10-l12-l10-n12-p12 i5-h4 i9-j10 h4-g3 j10-k11 g3-e5-c5-a3-c1 m11-m12 j5-i5
    k11-m11-m13-o15 f4-e3 l11-n13-p15 e3-d2 m12-n13 d5-c4 d7-e8 b4-a3
    e8-f9 i5-h4 f9-g10 d3-e4 g10-h11 e4-d3 h11-i12 g8-f8
    i12-j13 f8-e7 j13-k14 h4-g3 k14-l15 g3-f2
  `),
};

/** The end of a game of Halma: White fills the goal. */
export const HALMA_END: Game = {
  variant: 'halma-16x16',
  start: '11wwwww/8b2wwwww/12w1ww/13www/14ww/10w5/16/16/16/16/16/1b14/bbb13/bbbb12/bbbbb11/bbbbb11 w 87',
  final: '11wwwww/11wwwww/12wwww/13www/7b6ww/16/16/16/16/16/16/1b14/bbb13/bbbb12/bbbbb11/bbbbb11 w 90',
  moves: movesOf('k11-l12 i15-i14 l12-m13 i14-i13 m13-n14 i13-h12'),
};

function movesOf(text: string): string[] {
  return text.trim().split(/\s+/);
}
