//! Names of guests: readable, and with spaces, so that no player can have one.

const FIRST: [&str; 64] = [
    "Able",
    "Amber",
    "Autumn",
    "Azure",
    "Bold",
    "Brave",
    "Bright",
    "Brisk",
    "Calm",
    "Clever",
    "Copper",
    "Coral",
    "Crimson",
    "Curious",
    "Daring",
    "Dawn",
    "Eager",
    "Early",
    "Emerald",
    "Fair",
    "Gentle",
    "Glad",
    "Golden",
    "Grand",
    "Happy",
    "Hidden",
    "Honest",
    "Humble",
    "Indigo",
    "Ivory",
    "Jolly",
    "Keen",
    "Kind",
    "Lively",
    "Lone",
    "Lucky",
    "Lunar",
    "Merry",
    "Mighty",
    "Misty",
    "Modest",
    "Nimble",
    "Noble",
    "Northern",
    "Patient",
    "Polar",
    "Proud",
    "Quick",
    "Quiet",
    "Rapid",
    "Royal",
    "Ruby",
    "Silent",
    "Silver",
    "Solar",
    "Southern",
    "Steady",
    "Stormy",
    "Sunny",
    "Swift",
    "Violet",
    "Wandering",
    "Wild",
    "Wise",
];

const SECOND: [&str; 64] = [
    "Albatross",
    "Alpaca",
    "Antelope",
    "Badger",
    "Bear",
    "Beaver",
    "Bison",
    "Camel",
    "Caribou",
    "Cheetah",
    "Cobra",
    "Condor",
    "Cougar",
    "Coyote",
    "Crane",
    "Deer",
    "Dolphin",
    "Eagle",
    "Egret",
    "Elk",
    "Falcon",
    "Ferret",
    "Finch",
    "Fox",
    "Gazelle",
    "Gecko",
    "Giraffe",
    "Hare",
    "Hawk",
    "Hedgehog",
    "Heron",
    "Hippo",
    "Ibex",
    "Jaguar",
    "Kestrel",
    "Kiwi",
    "Koala",
    "Lemur",
    "Leopard",
    "Lion",
    "Lynx",
    "Marten",
    "Moose",
    "Newt",
    "Ocelot",
    "Orca",
    "Osprey",
    "Otter",
    "Owl",
    "Panda",
    "Panther",
    "Pelican",
    "Penguin",
    "Puffin",
    "Raven",
    "Seal",
    "Sparrow",
    "Stork",
    "Swan",
    "Tiger",
    "Toucan",
    "Turtle",
    "Walrus",
    "Wolf",
];

/// The name that these random bytes stand for, such as `Quiet Otter 4821`.
#[must_use]
pub fn guest_name(random: [u8; 4]) -> String {
    let [first, second, high, low] = random;
    let pick = |words: &[&'static str; 64], byte: u8| words[usize::from(byte) % 64];
    let number = 1000 + u32::from(u16::from_be_bytes([high, low])) % 9000;
    format!("{} {} {number}", pick(&FIRST, first), pick(&SECOND, second))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::DisplayName;

    #[test]
    fn a_guest_is_called_as_no_player_can_be() {
        assert_eq!(guest_name([48, 47, 0, 0]), "Quiet Otter 1000");
        for byte in 0..=255 {
            let name = guest_name([byte, byte.wrapping_add(100), byte, 255]);
            assert!(name.is_ascii() && name.len() <= 24, "{name}");
            assert!(DisplayName::parse(&name).is_err());
        }
    }
}
