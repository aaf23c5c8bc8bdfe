/// Who is paired with whom, by places in the field. It goes both ways, always.
pub(crate) struct Mates {
    mates: Vec<Option<usize>>,
}

impl Mates {
    pub(crate) fn none(size: usize) -> Self {
        Self {
            mates: vec![None; size],
        }
    }

    pub(crate) fn of(&self, place: usize) -> Option<usize> {
        self.mates[place]
    }

    pub(crate) fn join(&mut self, one: usize, other: usize) {
        self.mates[one] = Some(other);
        self.mates[other] = Some(one);
    }

    pub(crate) fn part(&mut self, place: usize) {
        if let Some(mate) = self.mates[place].take() {
            self.mates[mate] = None;
        }
    }

    /// Each pair once, the lower place first.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let mates = self.mates.iter().enumerate();
        mates.filter_map(|(place, mate)| mate.filter(|&mate| place < mate).map(|mate| (place, mate)))
    }
}
