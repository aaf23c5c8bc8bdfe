//! Which slot of a cluster a key is in.

/// How many slots there are.
pub(crate) const SLOTS: u16 = 16_384;

/// The polynomial of the CRC (XMODEM) that the cluster specification names.
const POLYNOMIAL: u16 = 0x1021;

/// The slot of a key or a channel: its CRC16, of the part between the first `{` and the next `}` where there is one.
pub(crate) fn slot_of(key: &[u8]) -> u16 {
    crc16(hash_tag(key).unwrap_or(key)) % SLOTS
}

fn hash_tag(key: &[u8]) -> Option<&[u8]> {
    let after_brace = key.iter().position(|byte| *byte == b'{')? + 1;
    let length = key[after_brace..].iter().position(|byte| *byte == b'}')?;
    (length > 0).then(|| &key[after_brace..after_brace + length])
}

fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |crc, byte| {
        (0..8).fold(crc ^ (u16::from(*byte) << 8), |crc, _| {
            let shifted = crc << 1;
            if crc & 0x8000 == 0 {
                shifted
            } else {
                shifted ^ POLYNOMIAL
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_those_of_the_cluster_specification() {
        assert_eq!(crc16(b"123456789"), 0x31C3);
        assert_eq!(slot_of(b"foo"), 12_182);
        assert_eq!(slot_of(b"clock:{foo}:alarms"), 12_182);
        assert_eq!(slot_of(b"{}foo"), crc16(b"{}foo") % SLOTS, "an empty tag is none");
        assert_eq!(slot_of(b"{foo}{bar}"), 12_182, "only the first tag counts");
        assert_eq!(slot_of(b"a}{foo"), crc16(b"a}{foo") % SLOTS, "nor is an open one");
    }
}
