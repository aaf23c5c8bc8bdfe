//! Partitions: the unit by which keys are spread over the servers.

/// The hash tag of a partition, such as `{p042}`. Keys and channels that carry it are in one slot, so that one script
/// can use all of them.
pub fn partition_tag(partition: u8) -> String {
    format!("{{p{partition:03}}}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_have_three_digits() {
        assert_eq!(partition_tag(0), "{p000}");
        assert_eq!(partition_tag(42), "{p042}");
        assert_eq!(partition_tag(255), "{p255}");
    }
}
