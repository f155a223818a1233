//! Measures how well shallow searches predict deep ones, and fits the deviations that multi-ProbCut uses: searches
//! each position to every depth without selectivity and prints the standard deviation of the differences.

use std::{fs, io};

use parlor_core::Limits;
use parlor_games::reversi::patterns::{PatternWeights, unpack};
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
    let knots = unpack(&fs::read(&plan.weights)?);
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
    println!("midgame");
    print_table(all.iter().filter(|one| one.deep < one.empties), |one| one.empties / 8);
    println!("endgame");
    print_table(all.iter().filter(|one| one.deep == one.empties), |_| 0);
    Ok(())
}

fn print_table<'a>(differences: impl Iterator<Item = &'a Difference>, group: impl Fn(&Difference) -> u32) {
    let mut sums = std::collections::BTreeMap::<(u32, u32, u32), (f64, f64)>::new();
    for one in differences {
        let sum = sums.entry((group(one), one.deep, one.shallow)).or_default();
        // Large differences are blunders that no bound foresees; they would blow the deviation up.
        let size = f64::from(one.discs.clamp(-24, 24));
        (sum.0, sum.1) = (sum.0 + 1.0, sum.1 + size * size);
    }
    for ((group, deep, shallow), (count, squares)) in sums {
        println!("{group} {deep} {shallow} {count:.0} {:.3}", (squares / count).sqrt());
    }
}
