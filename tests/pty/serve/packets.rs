//! A frame comes in small packets. The server keeps room for the most that it has ever encrypted at once, and a board of
//! pictures is 64 KiB.

use russh::ChannelMsg;

use super::club::Club;
use super::lobby::SETTINGS;
use super::raw::Raw;
use crate::support::PATIENCE;

/// The most bytes in a packet.
const MOST: usize = 4096;

#[test]
fn a_large_frame_comes_in_small_packets() {
    let Some(club) = Club::start(SETTINGS) else { return };
    let raw = Raw::guest(club.port);
    let (mut screen, _keys) = raw.window((300, 100), (0, 0));
    let (mut told, mut packets) = (Vec::new(), Vec::new());
    while !String::from_utf8_lossy(&told).contains("Play now") || packets.iter().max() < Some(&MOST) {
        let next = raw.runtime.block_on(async { tokio::time::timeout(PATIENCE, screen.wait()).await });
        match next {
            Ok(Some(ChannelMsg::Data { data })) => {
                packets.push(data.len());
                told.extend_from_slice(&data);
            }
            Ok(Some(_)) => {}
            other => panic!("{other:?} after packets of {packets:?} bytes"),
        }
    }
    assert_eq!(packets.iter().max(), Some(&MOST), "a frame in full packets: {packets:?}");
}
