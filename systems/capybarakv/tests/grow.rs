//! Growth at random moments of random workloads, with crashes at every moment of it, compared with a model: the map stays, and
//! what is free is more by what was asked for.

mod support;

use capybarakv::layout_v::SEGMENTS;
use capybarakv::{Geometry, KvError};
use power_mock::{Event, MockDevice};
use support::{
    Element, ITEM, Item, Key, MAIN, Map, Mock, Model, NODE, ROW, Random, TYPES, content, crc, element, free, geometry,
    item, key, map, open, run, size, size_for, start,
};

/// The bytes of the journal that a growth takes, by the documentation of the journal: an address, a length, and the geometry.
const ROOM: u64 = 16 + MAIN as u64;

/// The bytes of so many rows.
fn bytes_of(rows: [u64; 3]) -> usize {
    rows[0] as usize * ROW + rows[1] as usize * ITEM + rows[2] as usize * NODE
}

/// A few rows.
fn rows(random: &mut Random) -> [u64; 3] {
    [random.below(4), random.below(5), random.below(6)]
}

/// The model with so many more rows; what is pending is given up.
fn grown(model: &Model, rows: [u64; 3]) -> Model {
    let [keys, items, elements] = rows.map(|n| n as usize);
    let idle = model.idle(&model.on_abort);
    Model { keys: idle.keys + keys, items: idle.items + items, elements: idle.elements + elements, ..idle }
}

/// Whether a store is the one of a model, with nothing pending.
fn is_as(client: &Mock, model: &Model) -> bool {
    map(client).as_ref() == Ok(&model.on_abort) && free(client) == model.idle(&model.on_abort).free()
}

/// Does random operations on a store and its model.
fn work(client: &mut Mock, model: &mut Model, operations: usize, random: &mut Random) {
    for _ in 0..operations {
        let operation = model.operation(random);
        assert_eq!(run(client, &operation), model.run(&operation), "{operation:?}");
        assert_eq!(free(client), model.free(), "{operation:?}");
        assert_eq!(map(client).as_ref(), Ok(&model.on_commit), "{operation:?}");
    }
}

/// A store with random rows, some of them used, on a device that is larger by so much, and its model.
fn worked(random: &mut Random, chunk: usize, slack: usize) -> (Mock, Model, power_mock::Shared, Vec<u8>) {
    let geometry = geometry(random);
    let capacity = ROOM + random.below(100);
    let start = random.bytes(size_for(&geometry, capacity) + slack);
    let device = MockDevice::new(start.clone(), chunk);
    let history = device.history();
    let mut client = Mock::create(device, &geometry, capacity).expect("the device is large enough");
    let mut model = Model::new(Map::new(), &geometry, capacity);
    work(&mut client, &mut model, 30, random);
    (client, model, history, start)
}

/// Growth in the middle of sessions, in the storage and after the storage has become longer, up to the last segment.
#[test]
fn a_store_grows_as_its_model() {
    let mut random = Random(0x6077);
    for round in 0..size(10, 300) {
        let (mut client, mut model, mut history, _) = worked(&mut random, [8, 64, 512][round % 3], 4000);
        let mut slack = 4000;
        let mut last = SEGMENTS - 1;
        while last > 0 {
            let more = rows(&mut random);
            if bytes_of(more) > slack {
                let result = client.grow(more[0], more[1], more[2]);
                assert!(matches!(result, Err(KvError::DoesNotFit { .. })), "{result:?}");
                assert_eq!((free(&client), map(&client).as_ref()), (model.free(), Ok(&model.on_commit)));
                // The storage becomes longer, with any bytes, by as much as the error says.
                let Err(KvError::DoesNotFit { needed }) = result else { continue };
                let mut left = content(&history);
                let len = left.len();
                left.extend(random.bytes(needed as usize - len));
                slack += left.len() - len;
                let (found, found_history) = open(&left, 8);
                (client, history) = (found.expect("it is the same store"), found_history);
                model = model.idle(&model.on_abort);
                assert!(is_as(&client, &model));
                assert_eq!(bytes_of(more), slack);
            }
            assert_eq!(client.grow(more[0], more[1], more[2]), Ok(()));
            slack -= bytes_of(more);
            model = grown(&model, more);
            last -= usize::from(more != [0, 0, 0]);
            assert!(is_as(&client, &model), "{more:?}");
            work(&mut client, &mut model, 20, &mut random);
        }
        // There are no more segments, and the store is as it was.
        assert_eq!(client.grow(1, 0, 0), Err(KvError::OutOfSegments));
        assert_eq!((free(&client), map(&client).as_ref()), (model.free(), Ok(&model.on_commit)));
        work(&mut client, &mut model, 20, &mut random);
        let left = content(&history);
        let (client, _) = open(&left, 8);
        assert!(is_as(&client.expect("it is a store"), &model.idle(&model.on_abort)));
    }
}

/// What crashes of a growth left: how often the rows of before were found, and all of them.
#[derive(Debug, Default)]
struct Found {
    before: usize,
    behind: usize,
}

/// Crashes at each moment of a growth, with any chunks of the writes on their way. A store is found with the rows of before or with
/// all, with the same map, and can be used and grow again. What is wrong is given back.
fn crash(
    start: &[u8],
    chunk: usize,
    events: &[Event],
    from: usize,
    models: [&Model; 2],
    random: &mut Random,
) -> (Found, Vec<String>) {
    let (mut found, mut wrong) = (Found::default(), Vec::new());
    MockDevice::replayed(start.to_vec(), chunk, events).borrow().for_each_crash(4, |at, left| {
        if at < from {
            return;
        }
        let (client, _) = open(&left, chunk);
        let Ok(mut client) = client else { return wrong.push(format!("after {at} events: no store")) };
        let model = if is_as(&client, models[0]) {
            found.before += 1;
            models[0]
        } else if is_as(&client, models[1]) {
            found.behind += 1;
            models[1]
        } else {
            return wrong.push(format!("after {at} events: {:?} rows, {:?}", free(&client), map(&client)));
        };
        let mut model = model.idle(&model.on_abort);
        if at % 5 == 0 {
            work(&mut client, &mut model, 10, random);
            if client.grow(0, 1, 1).is_ok() {
                model = grown(&model, [0, 1, 1]);
                assert!(is_as(&client, &model));
                work(&mut client, &mut model, 10, random);
            }
        }
    });
    (found, wrong)
}

/// A growth of a random store: the device before all, what was done, where the growth began, and the models of before and behind it.
fn growth(random: &mut Random, chunk: usize) -> (Vec<u8>, Vec<Event>, usize, Model, Model) {
    let (mut client, model, history, start) = worked(random, chunk, 600);
    let more = [1 + random.below(3), random.below(4), random.below(5)];
    let from = history.borrow().events().len();
    assert_eq!(client.grow(more[0], more[1], more[2]), Ok(()));
    let before = model.idle(&model.on_abort);
    let behind = grown(&model, more);
    assert!(is_as(&client, &behind));
    let events = history.borrow().events().to_vec();
    (start, events, from, before, behind)
}

#[test]
fn a_crash_leaves_the_rows_of_before_or_all() {
    let mut random = Random(0x6077_0001);
    let mut all = Found::default();
    for round in 0..size(30, 1_000) {
        let chunk = [8, 64, 512][round % 3];
        let (start, events, from, before, behind) = growth(&mut random, chunk);
        let (found, wrong) = crash(&start, chunk, &events, from, [&before, &behind], &mut random);
        assert!(wrong.is_empty(), "{}", wrong[0]);
        all.before += found.before;
        all.behind += found.behind;
    }
    println!("{all:?}");
    assert!(all.before > 100 && all.behind > 100, "{all:?}");
}

/// Growths that do less than they should, or in another order: the crashes must show it.
#[test]
fn mistakes_of_a_growth_are_seen() {
    let nothing = || Event::Write(0, Vec::new());
    type Mistake<'a> = (&'a str, &'a dyn Fn(&mut [Event], usize, usize));
    // `set` is where the Boolean of the journal is written; before it are the log in four writes and a flush, and before them the
    // Booleans of the new rows.
    let mistakes: [Mistake<'_>; 5] = [
        ("no flush before the Boolean", &|events, _, set| events[set - 1] = nothing()),
        ("no flush behind the Boolean", &|events, _, set| events[set + 1] = nothing()),
        ("no log", &|events, _, set| events[set - 3] = nothing()),
        ("no Boolean of the last new row", &|events, _, set| events[set - 6] = nothing()),
        ("no Boolean of the first new row", &|events, from, _| events[from] = nothing()),
    ];
    for (what, mistake) in mistakes {
        let is_seen = |seed: u64| {
            let mut random = Random(seed);
            let chunk = [8, 64, 512][seed as usize % 3];
            let (start, mut events, from, before, behind) = growth(&mut random, chunk);
            let is_flag = |event: &Event| matches!(event, Event::Write(56, bytes) if bytes.len() == 8);
            let set = (from..events.len()).find(|&at| is_flag(&events[at])).expect("a growth is a commit");
            mistake(&mut events, from, set);
            // A growth is over behind its last event.
            let last = events.len();
            let mut is_behind = true;
            MockDevice::replayed(start.clone(), chunk, &events).borrow().for_each_crash(4, |at, left| {
                is_behind &= at < last || open(&left, chunk).0.is_ok_and(|client| is_as(&client, &behind));
            });
            let (_, wrong) = crash(&start, chunk, &events, from, [&before, &behind], &mut random);
            !is_behind || !wrong.is_empty()
        };
        assert!((0..12).any(is_seen), "nobody sees {what}");
    }
}

/// A store of two segments with keys, items and elements in both.
fn full() -> (Vec<u8>, Map) {
    let mut random = Random(11);
    let geometry = Geometry::of::<Key, Item, Element>(2, 2, 2, TYPES);
    let device = MockDevice::new(random.bytes(size_for(&geometry, 400) + bytes_of([2, 2, 3])), 8);
    let history = device.history();
    let mut client = Mock::create(device, &geometry, 400).expect("the device is large enough");
    assert_eq!(client.grow(2, 2, 3), Ok(()));
    for number in 0..4 {
        assert_eq!(client.store.create(&key(number), &item(&mut random)), Ok(()));
        client.commit();
        assert_eq!(client.store.append(&key(number), &element(&mut random)), Ok(()));
        client.commit();
    }
    assert_eq!(client.store.append(&key(0), &element(&mut random)), Ok(()));
    client.commit();
    assert_eq!(free(&client), [0, 0, 0]);
    let truth = map(&client).expect("good media");
    client.close();
    (content(&history), truth)
}

/// Each bit of the geometry stops the start; each bit of rows in the second segment stops it or is found when it is read.
#[test]
fn bad_bits_of_what_has_grown_are_found() {
    let (content, truth) = full();
    let header = start(400)..start(400) + MAIN;
    let second = start(400) + MAIN + bytes_of([2, 2, 2])..content.len();
    let (mut stopped, mut found) = (0, 0);
    for bit in (header.start * 8..header.end * 8).chain(second.start * 8..second.end * 8) {
        let mut device = MockDevice::new(content.clone(), 8);
        device.corrupt(bit / 8, 1 << (bit % 8));
        match Mock::open(device, TYPES) {
            Err(error) => {
                assert_eq!(error, KvError::Corrupted);
                stopped += 1;
            }
            Ok(client) => {
                assert!(!header.contains(&(bit / 8)), "bit {bit} of the geometry");
                assert_eq!(map(&client), Err(KvError::Corrupted), "bit {bit}");
                found += 1;
            }
        }
    }
    assert_eq!(stopped, 8 * (MAIN + 2 * ROW + 3 * 16));
    assert_eq!(found, 8 * (2 * ITEM + 3 * (NODE - 16)));
    let (client, _) = open(&content, 8);
    assert_eq!(map(&client.expect("a store")), Ok(truth));
}

/// The new rows are where the documentation says: behind the others, in the order of the tables.
#[test]
fn new_rows_are_behind_the_others() {
    let (content, truth) = full();
    let second = start(400) + MAIN + bytes_of([2, 2, 2]);
    let word = |at: usize| u64::from_le_bytes(content[at..at + 8].try_into().expect("eight bytes"));
    for row in 0..2 {
        assert_eq!(word(second + row * ROW), crc(&1u64.to_le_bytes()), "row {row} is not valid");
        let key = Key::try_from(&content[second + row * ROW + 32..][..16]).expect("a key");
        assert!(truth.contains_key(&key), "row {row} has no key");
        let item = word(second + row * ROW + 8) as usize;
        let at = if item < 2 {
            start(400) + MAIN + bytes_of([2, item as u64, 0])
        } else {
            second + bytes_of([2, item as u64 - 2, 0])
        };
        assert_eq!(word(at), truth[&key].0.number, "the item of row {row}");
    }
    let header = start(400);
    assert_eq!([word(header), word(header + 8), word(header + 16)], [4, 4, 5]);
    let number = |at: usize| u32::from_le_bytes(content[at..at + 4].try_into().expect("four bytes"));
    let segments: Vec<u32> = (0..48).map(|n| number(header + 56 + 4 * n)).collect();
    assert_eq!(segments[..6], [2, 2, 2, 2, 2, 3]);
    assert!(segments[6..].iter().all(|n| *n == 0));
}

/// Growths that cannot be are errors, and nothing is different.
#[test]
fn what_cannot_be_is_an_error() {
    let mut random = Random(12);
    let geometry = Geometry::of::<Key, Item, Element>(1, 1, 1, TYPES);
    for capacity in [0, ROOM - 1, ROOM] {
        let device = MockDevice::new(random.bytes(size_for(&geometry, capacity) + bytes_of([1, 1, 1])), 8);
        let history = device.history();
        let mut client = Mock::create(device, &geometry, capacity).expect("the device is large enough");
        let events = history.borrow().events().len();
        let most = u64::from(u32::MAX) - 1;
        for rows in [[most, 0, 0], [0, most, 0], [0, 0, most], [u64::MAX, 0, 0], [0, u64::MAX, 0], [0, 0, u64::MAX]] {
            assert_eq!(client.grow(rows[0], rows[1], rows[2]), Err(KvError::TooLarge), "{rows:?}");
        }
        for rows in [[2, 1, 1], [1, 2, 1], [1, 1, 2]] {
            let needed = (size_for(&geometry, capacity) + bytes_of(rows)) as u64;
            assert_eq!(client.grow(rows[0], rows[1], rows[2]), Err(KvError::DoesNotFit { needed }), "{rows:?}");
        }
        assert!(matches!(client.grow(most - 1, 1, 1), Err(KvError::DoesNotFit { .. })));
        let result = client.grow(1, 1, 1);
        if capacity < ROOM {
            assert_eq!(result, Err(KvError::TransactionFull { room: capacity }));
            assert_eq!(history.borrow().events().len(), events, "an error, and something was written");
            assert_eq!(free(&client), [1, 1, 1]);
        } else {
            assert_eq!(result, Ok(()));
            assert_eq!(free(&client), [2, 2, 2]);
        }
    }
}

/// An order of keys is kept through a growth.
#[test]
fn an_order_is_kept() {
    use capybarakv::PersistentStore;
    use capybarakv::order_v::Natural;
    let geometry = Geometry::of::<u64, u64, u64>(3, 3, 0, TYPES);
    let len = capybarakv::size_for(&geometry, 400).expect("it is small") as usize;
    let device = MockDevice::new(vec![7; len + 20_000], 8);
    let mut store: PersistentStore<_, u64, u64, u64, Natural> =
        PersistentStore::create(device, &geometry, 400).expect("there is room");
    store.keep_order().expect("good media");
    let mut there = Vec::new();
    for number in 0..100 {
        let number = number * 37 % 101;
        if store.free().0 == 0 {
            store.commit();
            store.grow(9, 9, 0).expect("there is room");
        }
        store.insert(&number, &number).expect("there is room");
        store.commit();
        there.push(number);
        there.sort_unstable();
        let mut range = store.range(None, None).expect("good media");
        let mut got = Vec::new();
        while let Some(key) = range.next() {
            got.push(key.expect("good media"));
        }
        assert_eq!(got, there);
    }
}
