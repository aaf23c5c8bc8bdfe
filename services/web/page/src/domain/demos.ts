import { formatPosition, type Placement } from './placement';
import { type Colour, fileOf, isSquare, rankOf, type Square, squareAt } from './squares';

/** What a demonstration needs to know of a variant. */
export interface DemoVariant {
  readonly id: string;
  readonly boardSize: number;
  readonly directions: number;
  readonly homeDeadline: number;
  readonly enclosingAllowed: boolean;
  readonly whiteHome: readonly Square[];
  readonly blackHome: readonly Square[];
}

/** What is demonstrated. */
export type DemoName = 'step' | 'jump' | 'chain' | 'enclosing' | 'exempt' | 'goal' | 'deadline' | 'return';

/**
 * A small board that shows a rule. The server's rules are asked about all of them in the tests, for every variant that there is:
 * each line is legal from `position`, and the last one ends as `ending` says.
 */
export interface Demo {
  readonly name: DemoName;
  readonly variant: string;
  /** The position, as its text. */
  readonly position: string;
  /** Moves that are played one after another, by both sides in turn. Each line begins with the position. */
  readonly lines: readonly (readonly string[])[];
  /** How the game stands after the last line, in the words of game text: `*` where it goes on. */
  readonly ending: { readonly result: string; readonly reason: string };
  /** A move that the rules refuse in the position, and the squares that are the cause. */
  readonly refused?: { readonly path: string; readonly reason: string; readonly squares: readonly Square[] };
}

type Setting = Readonly<Record<Colour, readonly Square[]>>;

const GOES_ON = { result: '*', reason: 'unfinished' };
const ORTHOGONAL = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
] as const;
const DIAGONAL = [
  [1, 1],
  [1, -1],
  [-1, -1],
  [-1, 1],
] as const;

/** The demonstrations of a variant, in the order in which the rules are told. */
export function demosOf(variant: DemoVariant): Demo[] {
  const enclosing = variant.enclosingAllowed ? exempt(variant) : enclosingForbidden(variant);
  return [
    step(variant),
    jump(variant),
    chain(variant),
    enclosing,
    goal(variant),
    deadline(variant),
    returning(variant),
  ];
}

function demo(variant: DemoVariant, name: DemoName, position: string, rest: Partial<Demo>): Demo {
  return { name, variant: variant.id, position, lines: [], ending: GOES_ON, ...rest };
}

/** All steps of a piece that nothing is near to. */
function step(variant: DemoVariant): Demo {
  const ways = variant.directions === 8 ? [...ORTHOGONAL, ...DIAGONAL] : ORTHOGONAL;
  const text = positionText(variant, { white: ['d4'], black: ['g4'] });
  return demo(variant, 'step', text, { lines: ways.map(([file, rank]) => [`d4-${moveBy('d4', file, rank)}`]) });
}

/** A jump over a piece of one's own, and one over the rival's. */
function jump(variant: DemoVariant): Demo {
  const text = positionText(variant, { white: ['d4', 'd5'], black: ['e4', 'g6'] });
  return demo(variant, 'jump', text, { lines: [['d4-d6'], ['d4-f4']] });
}

/** Jumps that follow each other, over pieces of both sides, around a corner. */
function chain(variant: DemoVariant): Demo {
  if (variant.directions === 8) {
    const text = positionText(variant, { white: ['b2', 'e6'], black: ['c3', 'd5', 'g4'] });
    return demo(variant, 'chain', text, { lines: [['b2-d4-d6-f6']] });
  }
  const text = positionText(variant, { white: ['b2', 'b3', 'e6'], black: ['c4', 'd5', 'g4'] });
  return demo(variant, 'chain', text, { lines: [['b2-b4-d4-d6-f6']] });
}

/** White may not shut Black's piece in the corner in. */
function enclosingForbidden(variant: DemoVariant): Demo {
  const last = variant.boardSize;
  const text = positionText(variant, {
    white: [`a${last - 1}`, `a${last - 2}`, `b${last}`, `c${last - 1}`],
    black: [`a${last}`, 'e5'],
  });
  const path = `c${last - 1}-c${last}`;
  const refused = { path, reason: 'ENCLOSES', squares: [`a${last}`] };
  return demo(variant, 'enclosing', text, { lines: [[`c${last - 1}-d${last - 1}`]], refused });
}

/** Black shuts White's last piece at home in, just before the deadline: it is not judged late. */
function exempt(variant: DemoVariant): Demo {
  const text = positionText(
    variant,
    { white: ['a1', 'e7'], black: ['a2', 'a3', 'b1', 'b2', 'c1', 'd4'] },
    { toMove: 'black', moveNumber: variant.homeDeadline },
  );
  return demo(variant, 'exempt', text, { lines: [['d4-c3']] });
}

/** White fills the goal with its last piece; Black has one more move, and fills nothing. */
function goal(variant: DemoVariant): Demo {
  const entry = gateOf(variant, variant.blackHome);
  const open = gateOf(variant, variant.whiteHome);
  const behind = moveBy(
    open.outside,
    fileOf(open.outside) - fileOf(open.inside),
    rankOf(open.outside) - rankOf(open.inside),
  );
  const text = positionText(variant, {
    white: [...variant.blackHome.filter((square) => square !== entry.inside), entry.outside],
    black: [...variant.whiteHome.filter((square) => square !== open.inside), behind],
  });
  return demo(variant, 'goal', text, {
    lines: [[`${entry.outside}-${entry.inside}`, `${behind}-${open.outside}`]],
    ending: { result: '1-0', reason: 'goal' },
  });
}

/** White leaves a piece at home beyond the deadline. */
function deadline(variant: DemoVariant): Demo {
  const text = positionText(
    variant,
    { white: ['a1', 'e4'], black: ['d6', 'c2'] },
    { moveNumber: variant.homeDeadline },
  );
  return demo(variant, 'deadline', text, {
    lines: [['e4-e5', 'd6-d5']],
    ending: { result: '0-1', reason: 'home-deadline' },
  });
}

/** White goes back home after the deadline. */
function returning(variant: DemoVariant): Demo {
  const { inside, outside } = gateOf(variant, variant.whiteHome);
  const text = positionText(
    variant,
    { white: [outside, 'f6'], black: ['d6', 'g4'] },
    { moveNumber: variant.homeDeadline + 1 },
  );
  return demo(variant, 'return', text, {
    lines: [[`${outside}-${inside}`]],
    ending: { result: '0-1', reason: 'returned-home' },
  });
}

/** A square of a home, and one beside it that is outside. */
function gateOf({ boardSize }: DemoVariant, home: readonly Square[]): { inside: Square; outside: Square } {
  for (const inside of home) {
    for (const [file, rank] of ORTHOGONAL) {
      const outside = moveBy(inside, file, rank);
      if (isSquare(outside, boardSize) && !home.includes(outside)) return { inside, outside };
    }
  }
  throw new Error('a home without a way out');
}

function moveBy(square: Square, files: number, ranks: number): Square {
  return squareAt(fileOf(square) + files, rankOf(square) + ranks);
}

function positionText(
  { boardSize }: DemoVariant,
  { white, black }: Setting,
  { toMove = 'white' as Colour, moveNumber = 1 } = {},
): string {
  const pieces = new Map<Square, Colour>();
  for (const square of white) pieces.set(square, 'white');
  for (const square of black) pieces.set(square, 'black');
  const placement: Placement = { size: boardSize, pieces };
  return formatPosition({ placement, toMove, moveNumber });
}
