use integer_blossom::max_weight_matching;

use crate::Relation;
use crate::field::Field;
use crate::mates::Mates;

/// Pairs these places among each other so that the sum of the weights is the greatest that there is. None of them may have
/// a mate among others. The work grows with the third power of their number.
pub(crate) fn pair<R: Fn(usize, usize) -> Relation>(field: &Field<'_, R>, places: &[usize], mates: &mut Mates) {
    let size = places.len();
    let mut weights = vec![0_i64; size * size];
    for row in 0..size {
        for column in row + 1..size {
            let weight = field.weight(places[row], places[column]).unwrap_or(0);
            weights[row * size + column] = weight;
            weights[column * size + row] = weight;
        }
    }
    let mut seen = vec![false; size];
    for start in 0..size {
        if !seen[start] {
            let part = connected(&weights, size, start, &mut seen);
            pair_part(&weights, size, &part, places, mates);
        }
    }
}

/// All that can be reached from one vertex, in ascending order. What cannot is a problem of its own, and a smaller one.
fn connected(weights: &[i64], size: usize, start: usize, seen: &mut [bool]) -> Vec<usize> {
    seen[start] = true;
    let mut part = vec![start];
    let mut next = 0;
    while next < part.len() {
        let row = part[next] * size;
        for column in 0..size {
            if weights[row + column] > 0 && !seen[column] {
                seen[column] = true;
                part.push(column);
            }
        }
        next += 1;
    }
    part.sort_unstable();
    part
}

fn pair_part(weights: &[i64], size: usize, part: &[usize], places: &[usize], mates: &mut Mates) {
    match *part {
        [] | [_] => {}
        [one, other] => mates.join(places[one], places[other]),
        _ => {
            let own: Vec<i64> = part
                .iter()
                .flat_map(|row| part.iter().map(move |column| weights[row * size + column]))
                .collect();
            for (one, mate) in max_weight_matching(&own, part.len()).into_iter().enumerate() {
                if let Some(other) = mate.filter(|&other| one < other) {
                    mates.join(places[part[one]], places[part[other]]);
                }
            }
        }
    }
}
