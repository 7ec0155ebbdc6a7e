//! Limits the time that a run spends on explanations of failures.
//!
//! Each query for an explanation has a budget in the solver's units. But there may be many queries, and machines
//! differ, so there is a limit in wall time for all of them together. The queries are solved in small groups, and no
//! group begins after the limit. So the limit decides which explanations are found, but not what they say.

use std::time::{Duration, Instant};

/// The limit for the explanations of a run. A group that has begun may finish after it. Guide page
/// `reference/command-line.md` states this number.
pub const MOST: Duration = Duration::from_secs(10);

/// The remaining time for explanations. The clock starts at the first call of a method.
pub struct ExplanationTime {
    most: Duration,
    /// Returns the time since some fixed moment.
    clock: Box<dyn Fn() -> Duration + Send>,
    began: Option<Duration>,
}

impl ExplanationTime {
    /// A limit in the machine's time.
    pub fn new(most: Duration) -> ExplanationTime {
        let start = Instant::now();
        ExplanationTime::by(most, move || start.elapsed())
    }

    fn by(most: Duration, clock: impl Fn() -> Duration + Send + 'static) -> ExplanationTime {
        ExplanationTime { most, clock: Box::new(clock), began: None }
    }

    /// The limit for all explanations together.
    pub fn most(&self) -> Duration {
        self.most
    }

    /// Whether another group may begin.
    pub fn lasts(&mut self) -> bool {
        let now = (self.clock)();
        let began = *self.began.get_or_insert(now);
        now.saturating_sub(began) < self.most
    }

    /// Runs queries in groups while there is time. The answers have the order of the queries; a query that did not run
    /// has no answer.
    pub fn ask<Q, A>(
        &mut self,
        questions: Vec<Q>,
        group: usize,
        mut ask: impl FnMut(Vec<Q>) -> Vec<Option<A>>,
    ) -> Vec<Option<A>> {
        let mut answers = Vec::with_capacity(questions.len());
        let mut questions = questions.into_iter();
        while questions.len() > 0 && self.lasts() {
            answers.extend(ask(questions.by_ref().take(group.max(1)).collect()));
        }
        answers.extend(questions.map(|_| None));
        answers
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use super::*;

    /// Time for so many questions, if each takes a second; the number of those that were asked.
    fn time(seconds: u64) -> (ExplanationTime, Arc<AtomicU64>) {
        let asked = Arc::new(AtomicU64::new(0));
        let clock = asked.clone();
        (ExplanationTime::by(Duration::from_secs(seconds), move || Duration::from_secs(clock.load(Relaxed))), asked)
    }

    /// Asks these, each of which is answered with its double.
    fn ask(left: &mut ExplanationTime, asked: &AtomicU64, questions: std::ops::Range<u64>) -> Vec<Option<u64>> {
        left.ask(questions.collect(), 4, |group| {
            asked.fetch_add(group.len() as u64, Relaxed);
            group.into_iter().map(|question| Some(2 * question)).collect()
        })
    }

    #[test]
    fn no_question_is_begun_when_the_time_is_over() {
        let (mut left, asked) = time(10);
        let answers = ask(&mut left, &asked, 0..25);
        // The group that is being answered when it is over is the last one.
        assert_eq!(asked.load(Relaxed), 12);
        let expected: Vec<Option<u64>> = (0..25).map(|question| (question < 12).then_some(2 * question)).collect();
        assert_eq!(answers, expected);
        assert_eq!(ask(&mut left, &asked, 0..3), [None; 3]);
        assert_eq!(asked.load(Relaxed), 12);
        assert!(!left.lasts());
    }

    #[test]
    fn the_time_is_that_of_all_explanations_together() {
        let (mut left, asked) = time(10);
        assert_eq!(ask(&mut left, &asked, 0..3).iter().flatten().count(), 3);
        assert_eq!(ask(&mut left, &asked, 0..3).iter().flatten().count(), 3);
        assert_eq!(ask(&mut left, &asked, 0..30).iter().flatten().count(), 4);
        assert_eq!(asked.load(Relaxed), 10);
    }

    #[test]
    fn what_comes_before_them_does_not_count() {
        let (mut left, asked) = time(10);
        asked.store(1_000, Relaxed);
        assert_eq!(ask(&mut left, &asked, 0..8).iter().flatten().count(), 8);
        assert!(ask(&mut left, &asked, 0..0).is_empty());
    }
}
