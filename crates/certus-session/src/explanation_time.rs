//! How long a run looks for more to say than that something is not proved.
//!
//! Each question that only explains has a budget in the solver's units. There may be many of them, and machines differ, so
//! that all of them together have a limit in time as well: they are asked in small groups, and none is begun when the time
//! is over. What is not asked is not said; what is said does not depend on how fast the machine is, but for that.

use std::time::{Duration, Instant};

/// The most that the explanations of a run may take, but for the group of questions that is being answered when it is
/// over. Guide page `reference/command-line.md` says this number.
pub const MOST: Duration = Duration::from_secs(10);

/// What is left of the time for explanations. It begins when it is asked for the first time.
pub struct ExplanationTime {
    most: Duration,
    /// Tells the time since some moment.
    clock: Box<dyn Fn() -> Duration + Send>,
    began: Option<Duration>,
}

impl ExplanationTime {
    /// So much of the machine's time.
    pub fn new(most: Duration) -> ExplanationTime {
        let start = Instant::now();
        ExplanationTime::by(most, move || start.elapsed())
    }

    fn by(most: Duration, clock: impl Fn() -> Duration + Send + 'static) -> ExplanationTime {
        ExplanationTime { most, clock: Box::new(clock), began: None }
    }

    /// Whether something may be begun.
    pub fn lasts(&mut self) -> bool {
        let now = (self.clock)();
        let began = *self.began.get_or_insert(now);
        now.saturating_sub(began) < self.most
    }

    /// Asks questions in groups while it lasts; the answers in their order, none for what was not asked.
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
