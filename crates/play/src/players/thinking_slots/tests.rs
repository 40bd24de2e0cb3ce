//! Places, turns, work without threads.

use super::*;
use std::thread;

#[test]
fn no_more_think_at_once_than_there_are_places() {
    let pool = ThinkingSlots::shared(2, 1);
    let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let own = pool.of("one");
                for _ in 0..20 {
                    let _place = own.enter(None, || true).expect("it is wanted");
                    most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    thread::yield_now();
                    now.fetch_sub(1, Ordering::SeqCst);
                }
            });
        }
    });
    // On a busy machine the second place may not be taken by chance.
    assert!((1..=2).contains(&most.into_inner()));
    let _both = [(); 2].map(|()| pool.enter(None, || true).expect("there are two places"));
    assert_eq!(pool.queue(), (0, 2));
}

/// Waits until this many searches wait.
fn until_waiting(pool: &ThinkingSlots, count: usize) {
    let shared = pool.shared.as_ref().expect("a shared pool");
    while shared.state().order.len() < count {
        thread::yield_now();
    }
}

#[test]
fn who_asks_much_does_not_delay_who_asks_little() {
    let pool = ThinkingSlots::shared(1, 1);
    let (greedy, modest) = (pool.of("greedy"), pool.of("modest"));
    let order = Mutex::new(Vec::new());
    let first = greedy.enter(None, || true);
    thread::scope(|scope| {
        let order = &order;
        for at in 0..4 {
            let greedy = &greedy;
            scope.spawn(move || {
                let _place = greedy.enter(None, || true);
                order.lock().expect("no panic").push("greedy");
            });
            until_waiting(greedy, at + 1);
        }
        scope.spawn(|| {
            let _place = modest.enter(None, || true);
            order.lock().expect("no panic").push("modest");
        });
        until_waiting(&pool, 5);
        drop(first);
    });
    assert_eq!(order.into_inner().expect("no panic")[0], "modest");
}

#[test]
fn a_search_that_is_not_wanted_any_more_does_not_wait() {
    let pool = ThinkingSlots::shared(1, 1);
    let _place = pool.enter(None, || true);
    assert!(pool.enter(None, || false).is_none());
    assert_eq!(pool.queue(), (0, 1));
    assert!(ThinkingSlots::default().enter(None, || true).is_some());
}

#[test]
fn an_analysis_makes_room() {
    let pool = ThinkingSlots::shared(1, 1);
    let stop = Arc::new(Stop::default());
    thread::scope(|scope| {
        let place = pool.of("one").enter(Some(&stop), || true);
        let other = scope.spawn(|| pool.of("other").enter(None, || true).is_some());
        while !stop.is_requested() {
            thread::yield_now();
        }
        drop(place);
        assert!(other.join().expect("no panic"));
    });
}

#[test]
fn work_that_waits_has_no_thread_and_is_done_in_turn() {
    let pool = ThinkingSlots::shared(1, 1);
    let (sender, done) = std::sync::mpsc::channel();
    let place = pool.enter(None, || true);
    let work = |pool: &ThinkingSlots, name: String| {
        let sender = sender.clone();
        let work = move |place| {
            let thread = thread::current().id();
            sender.send((name, thread)).expect("the test waits");
            drop(place);
        };
        pool.run(Need::default(), Box::new(work)).expect("a thread")
    };
    let (many, one) = (pool.of("many").at_table(), pool.of("one").at_table());
    for pool in [&many, &one] {
        pool.plays(None, true);
    }
    let mut queued: Vec<Queued> = (0..40).map(|at| work(&many, format!("many {at}"))).collect();
    queued.push(work(&one, "one".to_owned()));
    assert_eq!(pool.queue(), (41, 1), "nothing begins while there is no place");
    queued.swap_remove(39).cancel();
    drop(place);
    let served: Vec<_> = (0..40).map(|_| done.recv().expect("it is done")).collect();
    assert!(served[..2].iter().any(|(name, _)| name == "one"), "{served:?}");
    assert!(served.iter().all(|(name, _)| name != "many 39"), "it was cancelled");
    assert!(served.iter().all(|(_, thread)| *thread == served[0].1), "one place, one thread");
}

#[test]
fn guests_of_one_address_are_one_person_at_all_tables() {
    let pool = ThinkingSlots::shared(1, 1);
    let names = ["guest:1", "guest:2"];
    let sessions = names.map(|name| pool.of("address 192.0.2.1").known_as(name));
    let tables = names.map(|name| {
        let table = pool.at_table();
        table.plays(Some(name), true);
        table.asker.person()
    });
    assert_eq!(tables.map(|person| person.to_string()), ["address 192.0.2.1"; 2]);
    drop(sessions);
    assert_eq!(&*pool.of("guest:1").asker.person(), "guest:1", "the name is free for somebody else");
}

#[test]
fn long_work_stands_still_while_others_wait() {
    let pool = ThinkingSlots::shared(1, 1);
    let (own, wanted) = (pool.of("long"), AtomicUsize::new(1));
    let is_wanted = || wanted.load(Ordering::SeqCst) == 1;
    let turn = Turn::new(&own, &is_wanted);
    assert!(turn.goes_on());
    assert_eq!(pool.queue(), (0, 1), "it has the place between two pieces");
    let served = AtomicUsize::new(0);
    thread::scope(|scope| {
        scope.spawn(|| {
            let _place = pool.of("other").enter(None, || true);
            served.store(1, Ordering::SeqCst);
        });
        while served.load(Ordering::SeqCst) == 0 {
            assert!(turn.goes_on());
        }
    });
    assert!(turn.goes_on());
    wanted.store(0, Ordering::SeqCst);
    assert!(!turn.goes_on());
    assert_eq!(pool.queue(), (0, 0), "it gives the place back");
}
