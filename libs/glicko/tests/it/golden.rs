//! The same numbers on every machine, to the last bit.
//!
//! Ratings are computed anew from the games and must come out the same. The numbers below were written down once; they
//! do not change with the machine, the compiler, its optimisations or the features of the processor. Where they do,
//! something outside of IEEE 754's exact operations has come in, or another `libm`: then no rating can be trusted to be
//! that of yesterday, and this test is not to be adjusted without computing all ratings anew.

use corners_glicko::{Rating, Weight};

use crate::strategies::{OUTCOMES, platform};

const PLAYERS: usize = 6;
const GAMES: u64 = 400;

/// Whole numbers, evenly spread and the same everywhere (SplitMix64).
fn numbers() -> impl FnMut(u64) -> u64 {
    let mut state: u64 = 7;
    move |below| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % below
    }
}

/// Hundreds of games among a few players who idle up to 40 days in between and sometimes count half.
fn played() -> Vec<Rating> {
    let system = platform();
    let mut next = numbers();
    let mut index = move |below: usize| next(below as u64) as usize;
    let mut players = vec![system.start(); PLAYERS];
    for _ in 0..GAMES {
        let white = index(PLAYERS);
        let black = (white + 1 + index(PLAYERS - 1)) % PLAYERS;
        let [white_grown, black_grown] =
            [white, black].map(|player| system.grown(players[player], index(40 * 86_400_000) as u64));
        let white_weight = [Weight::WHOLE, Weight::HALF][index(4) / 3];
        let outcome = OUTCOMES[index(3)];
        (players[white], players[black]) =
            system.play(white_grown, black_grown, outcome, [white_weight, Weight::WHOLE]);
    }
    players
}

fn bits(number: Rating) -> [u64; 3] {
    [number.rating, number.deviation, number.volatility].map(f64::to_bits)
}

#[test]
fn a_chain_of_games_ends_with_the_same_bits_everywhere() {
    let got: Vec<_> = played().into_iter().map(bits).collect();
    assert_eq!(got, EXPECTED, "{got:#x?}");
}

const EXPECTED: [[u64; 3]; PLAYERS] = [
    [0x4097_da01_3fbb_e721, 0x405d_7b67_8944_ecba, 0x3fb6_eebf_142c_f352],
    [0x4096_5ba2_5c68_9dd4, 0x405a_b324_43bc_c596, 0x3fb6_e6c2_f17d_9d75],
    [0x4098_2631_17a1_93b7, 0x405d_d072_d6ac_59bc, 0x3fb6_dad8_9186_e40b],
    [0x4099_ee8b_df54_059a, 0x405d_9da7_b307_5a24, 0x3fb6_e114_e7be_5ef6],
    [0x4097_b4cb_83a5_343f, 0x4059_33ea_b402_960f, 0x3fb6_e2ae_a2e2_dc00],
    [0x4098_0332_9ca0_7670, 0x405b_b7eb_f195_cece, 0x3fb6_efc2_5399_fde8],
];
