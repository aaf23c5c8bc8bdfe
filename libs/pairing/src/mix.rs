/// A number that looks random and is always the same for the same input: the finaliser of SplitMix64 on the next step of
/// its sequence (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
pub(crate) fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
