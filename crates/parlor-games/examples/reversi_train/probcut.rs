//! Measures how well shallow searches predict deep ones, and fits the deviations that multi-ProbCut uses: searches
//! each position to every depth without selectivity and prints the standard deviation of the differences.

use std::collections::BTreeMap;
use std::{fs, io};

use parlor_core::Limits;
use parlor_games::reversi::patterns::{KNOTS, PatternWeights, unpack};
use parlor_games::reversi::search::Searcher;

use crate::{Plan, label::in_parallel, self_play};

const DEEPEST: u32 = 10;
const EXACT_EMPTIES: u32 = 18;

/// One difference: depths, empty cells and by how many discs the searches differ.
struct Difference {
    shallow: u32,
    deep: u32,
    empties: u32,
    discs: i32,
}

pub(crate) fn measure(plan: &Plan) -> io::Result<()> {
    let knots = unpack(&fs::read(&plan.weights)?, KNOTS);
    let weights: &'static PatternWeights = Box::leak(Box::new(PatternWeights::new(&knots)));
    let games = self_play::games(plan.games, plan.seed << 48, plan.threads, weights);
    let work = |searcher: &mut Searcher, number: usize| {
        let mut found = Vec::new();
        let game = &games[number];
        for discs in game.iter().skip(number % 5).step_by(5).filter(|discs| discs.moves() != 0 && discs.empties() > 4) {
            let empties = discs.empties();
            let deepest = DEEPEST.min(empties - 1);
            let values: Vec<i32> = (0..=deepest).map(|depth| searcher.plain(*discs, depth)).collect();
            for deep in 1..=deepest {
                for shallow in (0..deep).filter(|shallow| (deep - shallow) % 2 == 0) {
                    let discs = values[deep as usize] - values[shallow as usize];
                    found.push(Difference { shallow, deep, empties, discs });
                }
            }
            if empties <= EXACT_EMPTIES
                && let Some(exact) = searcher.search(*discs, &Limits::none(), &mut |_| {})
            {
                for shallow in (0..=deepest).filter(|shallow| (empties - shallow) % 2 == 0) {
                    let discs = exact.margin - values[shallow as usize];
                    found.push(Difference { shallow, deep: empties, empties, discs });
                }
            }
        }
        found
    };
    let all: Vec<Difference> = in_parallel(games.len(), plan.threads, weights, work).into_iter().flatten().collect();
    let midgame = deviations(all.iter().filter(|one| one.deep < one.empties));
    let endgame = deviations(all.iter().filter(|one| one.deep == one.empties));
    print_table("midgame", &midgame);
    print_table("endgame", &endgame);
    let midgame = least_squares(midgame.iter().map(|one| {
        let difference = f64::from(one.deep - one.shallow);
        let terms = [1.0, difference.sqrt(), difference, f64::from(one.shallow), f64::from(one.empties)];
        (terms, one.discs, one.count)
    }));
    let names = ["", " sqrt(difference)", " difference", " shallow", " empties"];
    let terms: Vec<String> = midgame.iter().zip(names).map(|(factor, name)| format!("{factor:+.4}{name}")).collect();
    println!("midgame: {}", terms.join(" "));
    let [log, slope] =
        least_squares(endgame.iter().map(|one| ([1.0, f64::from(one.shallow)], one.discs.ln(), one.count)));
    println!("endgame: {:.2} exp({slope:.4} shallow)", log.exp());
    Ok(())
}

/// The standard deviation of the differences with these depths and about so many empty cells.
struct Deviation {
    shallow: u32,
    deep: u32,
    empties: u32,
    count: f64,
    discs: f64,
}

/// Fewer differences than this say little.
const LEAST_COUNT: f64 = 30.0;
/// Numbers of empty cells that are put together.
const GROUP: u32 = 8;

fn deviations<'a>(differences: impl Iterator<Item = &'a Difference>) -> Vec<Deviation> {
    let mut sums = BTreeMap::<(u32, u32, u32), (f64, f64)>::new();
    for one in differences {
        let sum = sums.entry((one.empties / GROUP, one.deep, one.shallow)).or_default();
        // Large differences are blunders that no bound foresees; they would blow the deviation up.
        let size = f64::from(one.discs.clamp(-24, 24));
        (sum.0, sum.1) = (sum.0 + 1.0, sum.1 + size * size);
    }
    let deviation = |((group, deep, shallow), (count, squares)): (_, (f64, f64))| Deviation {
        shallow,
        deep,
        empties: group * GROUP + GROUP / 2,
        count,
        discs: (squares / count).sqrt().max(f64::MIN_POSITIVE),
    };
    sums.into_iter().map(deviation).filter(|one| one.count >= LEAST_COUNT).collect()
}

fn print_table(title: &str, deviations: &[Deviation]) {
    println!("{title}: empty cells, depth, shallow depth, differences, deviation");
    for Deviation { shallow, deep, empties, count, discs } in deviations {
        println!("{empties} {deep} {shallow} {count:.0} {discs:.3}");
    }
}

/// The coefficients with the least weighted sum of squares, by the normal equations and elimination without pivots: the
/// matrix is positive definite.
fn least_squares<const N: usize>(rows: impl Iterator<Item = ([f64; N], f64, f64)>) -> [f64; N] {
    let (mut matrix, mut right) = ([[0.0; N]; N], [0.0; N]);
    for (terms, value, weight) in rows {
        for i in 0..N {
            right[i] += weight * terms[i] * value;
            for j in 0..N {
                matrix[i][j] += weight * terms[i] * terms[j];
            }
        }
    }
    for i in 0..N {
        for j in i + 1..N {
            let factor = matrix[j][i] / matrix[i][i];
            let upper = matrix[i];
            matrix[j].iter_mut().zip(upper).skip(i).for_each(|(cell, above)| *cell -= factor * above);
            right[j] -= factor * right[i];
        }
    }
    for i in (0..N).rev() {
        let known: f64 = (i + 1..N).map(|j| matrix[i][j] * right[j]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    right
}
