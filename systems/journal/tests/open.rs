//! Areas that go to the end of the storage, which becomes longer.

mod support;

use journal::JournalError;
use journal::layout_v::Format;
use power_mock::MockDevice;
use support::{Client, Random, area, content, open, size, size_for, start};

const FORMAT: Format = Format { program: 3, program_version: 4, area: 90, capacity: 200 };

/// A crash at each moment of two commits, or without one, and then more bytes behind, whatever they are: what is recovered is the
/// area as it would be without them, and they are behind it. A storage that is cut off never gives a longer area than it has.
#[test]
fn an_open_area_becomes_longer_with_its_storage() {
    let mut random = Random(0x10_76e4);
    for round in 0..size(6, 60) {
        let device = MockDevice::new(random.bytes(size_for(&FORMAT)), [8, 64, 512][round % 3]);
        let history = device.history();
        let mut client = Client::create_open(device, &FORMAT).expect("the device is large enough");
        let from = history.borrow().events().len();
        for _ in 0..2 {
            for _ in 0..1 + random.below(3) {
                let len = 1 + random.below(20) as usize;
                let bytes = random.bytes(len);
                let addr = random.below(FORMAT.area - bytes.len() as u64 + 1);
                client.journal.append(addr, &bytes).expect("there is room");
            }
            client.commit();
        }
        let mut crashes = 0;
        history.borrow().for_each_crash(4, |events, left| {
            if events < from {
                return;
            }
            crashes += 1;
            let (client, _) = open(&left, 8);
            let client = client.expect("a journal");
            assert_eq!(client.journal.format().area, FORMAT.area);
            let before = area(&client, &FORMAT);
            let len = 1 + random.below(100) as usize;
            let more = random.bytes(len);
            let longer = [&left[..], &more].concat();
            let (client, _) = open(&longer, 8);
            let client = client.expect("a journal");
            let format = client.journal.format();
            assert_eq!(format.area, FORMAT.area + more.len() as u64);
            assert_eq!(area(&client, &format), [&before[..], &more].concat());
        });
        assert!(crashes > 10, "only {crashes} crashes");
    }
}

/// What was cut off is an area that ends where the storage ends; where an entry goes behind it, or the journal itself is not all
/// there, it is an error.
#[test]
fn an_open_area_ends_where_its_storage_ends() {
    let device = MockDevice::new(vec![5; size_for(&FORMAT)], 8);
    let history = device.history();
    let mut client = Client::create_open(device, &FORMAT).expect("the device is large enough");
    client.journal.append(40, &[6; 10]).expect("there is room");
    client.commit();
    let whole = content(&history);
    for len in 0..whole.len() {
        let (client, _) = open(&whole[..len], 8);
        match client {
            Ok(client) => {
                assert_eq!(client.journal.format().area, (len - start(&FORMAT)) as u64);
                assert!(len >= start(&FORMAT) + 50, "{len} bytes");
            }
            Err(error) => {
                assert_eq!(error, JournalError::NotAJournal, "{len} bytes");
                assert!(len < start(&FORMAT) + 50, "{len} bytes");
            }
        }
    }
}
