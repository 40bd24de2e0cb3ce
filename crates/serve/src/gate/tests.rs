//! The gate under attack: thousands of addresses, networks of IPv6, and a door full of connections that do not log in.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::networks::{MINUTE, MOST_REMEMBERED};
use super::*;

fn address(text: &str) -> IpAddr {
    text.parse().expect("an address")
}

fn limits() -> Limits {
    Limits { connections: 5, per_address: 2, new_per_minute: 4, kept_for_members: 0, ..Limits::default() }
}

/// A gate with a clock; its connections have the numbers 1, 2, …
struct Attack {
    gate: Gate,
    limits: Limits,
    now: Instant,
    number: u64,
}

impl Attack {
    fn new(limits: Limits) -> Attack {
        Attack { gate: Gate::default(), limits, now: Instant::now(), number: 0 }
    }

    /// A connection comes. The result is its number, and the one that had to go for it.
    fn come(&mut self, from: IpAddr) -> Result<(u64, Option<u64>), Refused> {
        self.gate.knock(from, &self.limits, self.now)?;
        let cut = self.gate.admit(self.number + 1, from, &self.limits)?;
        self.number += 1;
        Ok((self.number, cut))
    }

    fn try_from(&mut self, from: &str) -> Result<(), Refused> {
        self.come(address(from)).map(|_| ())
    }

    fn log_in(&mut self, from: IpAddr, member: Option<i64>) -> Result<u64, Refused> {
        let (number, _) = self.come(from)?;
        let member = member.map(MemberId::Member);
        let placed = self.gate.log_in(number, member, &self.limits);
        if placed.is_err() {
            self.gate.leave(number);
        }
        placed.map(|()| number)
    }
}

/// A different address for each number.
fn v4(number: u32) -> IpAddr {
    Ipv4Addr::from_bits(0x0a00_0000 + number).into()
}

/// An address in a different network of 64 bits for each number, in one of 48 bits.
fn v6(site: u16, number: u16) -> IpAddr {
    Ipv6Addr::new(0x2001, 0xdb8, site, number, 0, 0, 0, 1).into()
}

#[test]
fn an_address_has_so_many_and_no_more() {
    let mut attack = Attack::new(limits());
    let one = "192.0.2.1";
    assert_eq!(attack.try_from(one), Ok(()));
    assert_eq!(attack.try_from("::ffff:192.0.2.1"), Ok(()), "the same address");
    assert_eq!(attack.try_from(one), Err(Refused::Open { width: Width::Address, most: 2 }));
    attack.gate.leave(1);
    assert_eq!(attack.try_from(one), Ok(()));
    attack.gate.leave(2);
    assert_eq!(attack.try_from(one), Err(Refused::Rate(Width::Address)));
    attack.now += MINUTE;
    assert_eq!(attack.try_from(one), Ok(()));
}

#[test]
fn a_network_of_ipv6_is_one_address() {
    let mut attack = Attack::new(limits());
    for at in 1..=2 {
        assert_eq!(attack.try_from(&format!("2001:db8::{at}")), Ok(()));
    }
    let refused = Err(Refused::Open { width: Width::Address, most: 2 });
    assert_eq!(attack.try_from("2001:db8:0:0:ffff::9"), refused);
    assert_eq!(attack.try_from("2001:db8:0:1::1"), Ok(()));
}

/// A customer of a provider has thousands of networks of 64 bits.
#[test]
fn wider_networks_of_ipv6_have_limits_too() {
    let most = Limits { connections: 1000, logging_in: 1000, ..Limits::default() };
    let mut attack = Attack::new(most.clone());
    let all: Vec<_> = (0..=255).map(|number| attack.come(v6(1, number)).map(|_| ())).collect();
    assert_eq!(all.iter().filter(|one| one.is_ok()).count(), most.per_network_56);
    assert_eq!(all[255], Err(Refused::Rate(Width::Bits56)));
    let (width, most_open) = (Width::Bits56, most.per_network_56);
    assert_eq!(all[most_open], Err(Refused::Open { width, most: most_open }));
    // Over the network of 48 bits, in another one of 56 bits each time.
    let mut attack = Attack::new(most.clone());
    let all: Vec<_> = (0..255).map(|number| attack.come(v6(1, number << 8)).map(|_| ())).collect();
    assert_eq!(all.iter().filter(|one| one.is_ok()).count(), most.per_network_48);
    assert_eq!(all[254], Err(Refused::Rate(Width::Bits48)));
    assert_eq!(attack.come(v6(2, 0)).map(|_| ()), Ok(()), "another site");
    // An operator who allows an address more need not change the other settings.
    let mut attack = Attack::new(Limits { per_address: 100, new_per_minute: 1000, ..most });
    for number in 0..100 {
        assert_eq!(attack.come(v6(1, number)).map(|_| ()), Ok(()), "{number}");
    }
}

#[test]
fn all_together_are_limited_too() {
    let mut attack = Attack::new(limits());
    let all: Vec<u64> = (1..=5).map(|at| attack.log_in(v4(at), None).expect("a place")).collect();
    assert_eq!(attack.log_in(v4(9), None), Err(Refused::Full));
    attack.gate.leave(all[0]);
    attack.gate.leave(77);
    assert_eq!(attack.log_in(v4(9), None), Ok(6));
}

/// More addresses than are remembered have come within a minute: a new one comes in all the same, and who still has
/// connections is not forgotten.
#[test]
fn thousands_of_addresses_shut_nobody_out() {
    let mut attack = Attack::new(Limits { per_address: 1, ..Limits::default() });
    let member = attack.log_in(address("192.0.2.1"), Some(7)).expect("a place");
    for number in 0..MOST_REMEMBERED as u32 * 3 {
        let (number, _) = attack.come(v4(number)).expect("it is new");
        attack.gate.leave(number);
    }
    assert_eq!(attack.gate.networks.remembered(), MOST_REMEMBERED + 1);
    assert_eq!(attack.try_from("198.51.100.1"), Ok(()));
    let refused = Err(Refused::Open { width: Width::Address, most: 1 });
    assert_eq!(attack.try_from("192.0.2.1"), refused, "it has a connection");
    attack.gate.leave(member);
    // Who came a short time ago is remembered, and who came before the thousands is not.
    let last = v4(MOST_REMEMBERED as u32 * 3 - 1);
    attack.limits.new_per_minute = 1;
    assert_eq!(attack.come(last).map(|_| ()), Err(Refused::Rate(Width::Address)));
    assert_eq!(attack.come(v4(0)).map(|_| ()), Ok(()));
}

/// Who is refused takes no room: a site with thousands of networks cannot push others out of the memory.
#[test]
fn who_is_refused_takes_no_room() {
    let mut attack = Attack::new(Limits::default());
    let refused = (0..20_000).filter(|&number| attack.come(v6(1, number)).is_err()).count();
    assert!(refused > 19_800, "{refused}");
    assert!(attack.gate.networks.remembered() < 200, "{}", attack.gate.networks.remembered());
}

/// Thousands of connections that never log in, each from an address of its own: a newer one pushes out an older one, and who
/// logs in meanwhile gets their place.
#[test]
fn a_full_door_keeps_nobody_out() {
    let mut attack = Attack::new(Limits::default());
    for number in 0..5000 {
        attack.come(v4(number)).expect("it is new");
        assert!(attack.gate.counts().0 <= attack.limits.logging_in);
    }
    assert_eq!(attack.log_in(address("192.0.2.1"), Some(1)), Ok(5001));
    assert_eq!(attack.log_in(address("192.0.2.2"), None), Ok(5002));
    assert_eq!(attack.gate.log_in(1, None, &attack.limits.clone()), Err(Refused::Full), "it was cut");
}

/// A network with many connections at the door loses its own first, whoever has waited longer.
#[test]
fn who_floods_the_door_pushes_out_their_own() {
    let mut attack = Attack::new(Limits { logging_in: 4, per_address: 4, ..Limits::default() });
    let (patient, _) = attack.come(address("192.0.2.1")).expect("room");
    for _ in 0..3 {
        assert_eq!(attack.come(address("198.51.100.1")).expect("room").1, None);
    }
    let mut cut = Vec::new();
    for number in 0..2 {
        cut.extend(attack.come(v4(number)).expect("room").1);
    }
    assert_eq!(cut, [2, 3], "the oldest of the three");
    assert_eq!(attack.gate.log_in(patient, None, &attack.limits.clone()), Ok(()));
}

#[test]
fn places_are_kept_for_members() {
    let mut attack = Attack::new(Limits { connections: 10, kept_for_members: 4, ..Limits::default() });
    // Guests take all that they can get.
    let guests: Vec<u64> = (0..20).filter_map(|number| attack.log_in(v4(number), None).ok()).collect();
    assert_eq!(guests.len(), 6);
    assert_eq!(attack.log_in(v4(30), None), Err(Refused::Kept));
    for member in 1..=4 {
        let from = v4(100 + member as u32);
        attack.log_in(from, Some(member)).expect("a kept place");
        if member < 4 {
            assert_eq!(attack.log_in(from, Some(member)), Err(Refused::Kept), "one for each member");
        }
    }
    assert_eq!(attack.log_in(v4(200), Some(9)), Err(Refused::Full));
    // A place that a guest leaves is for everybody.
    attack.gate.leave(guests[0]);
    let fifth = attack.log_in(v4(200), Some(9)).expect("a place");
    assert_eq!(attack.log_in(v4(31), None), Err(Refused::Full));
    attack.gate.leave(fifth);
    attack.log_in(v4(31), None).expect("a place");
    // Half of the places at most are kept.
    let limits = Limits { connections: 1, ..Limits::default() };
    assert_eq!(limits.kept(), 0);
    assert_eq!(Attack::new(limits).log_in(v4(1), None), Ok(1));
}

/// Connections that do not log in take no place of a member, even if they fill all that are left.
#[test]
fn who_does_not_log_in_takes_no_place() {
    let mut attack = Attack::new(Limits { connections: 10, kept_for_members: 4, ..Limits::default() });
    for number in 0..100 {
        attack.come(v4(number)).expect("room");
    }
    assert_eq!(attack.gate.counts(), (10, 0));
    for number in 100..110 {
        let placed = attack.log_in(v4(number), (number < 104).then_some(i64::from(number)));
        assert!(placed.is_ok(), "{number}: {placed:?}");
    }
    assert_eq!(attack.log_in(v4(110), None), Err(Refused::Full));
}

#[test]
fn readers_of_pages_take_no_place_of_a_member_and_push_nobody_out() {
    let limits = Limits { connections: 12, kept_for_members: 2, per_address: 3, ..Limits::default() };
    let mut gate = Gate::default();
    let from = |last: u8| IpAddr::from([192, 0, 2, last]);
    let read = |gate: &mut Gate, number: u64, last| gate.admit_reader(number, from(last), &limits);
    assert!((0..3).all(|number| read(&mut gate, number, 1).is_ok()));
    let most = Refused::Open { width: Width::Address, most: 3 };
    assert_eq!(read(&mut gate, 3, 1), Err(most), "they count with their address");
    assert_eq!(gate.admit(4, from(1), &limits), Err(most), "and so do terminals");
    assert!((5..7).all(|number| read(&mut gate, number, 2).is_ok()));
    assert_eq!(read(&mut gate, 7, 3), Err(Refused::Full), "half of the ten places that are not kept");
    // Five guests have the other half; the next one hears that the places are kept, and members have theirs.
    for number in 10..15 {
        assert_eq!(gate.admit(number, from(number as u8), &limits), Ok(None));
        assert_eq!(gate.log_in(number, None, &limits), Ok(()));
    }
    assert_eq!(gate.admit(15, from(15), &limits), Ok(None));
    assert_eq!(gate.log_in(15, None, &limits), Err(Refused::Kept));
    gate.leave(15);
    assert_eq!(gate.admit(16, from(16), &limits), Ok(None));
    assert_eq!(gate.log_in(16, Some(MemberId::Member(1)), &limits), Ok(()));
    (0..3).for_each(|number| gate.leave(number));
    assert!(read(&mut gate, 20, 1).is_ok());
}
