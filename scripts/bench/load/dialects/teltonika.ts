import { crc16 } from '#gateway/protocols/shared/crc16.ts'
import type { Position } from '../course.ts'
import { numberOf } from '../fleet.ts'
import { type Dialect, MORE, REFUSED, WELCOME } from './dialect.ts'

/** Teltonika codec 8 with the usual elements of a vehicle tracker. Acknowledgements come in order. */
export const teltonika: Dialect = { tick_ms: 1, hello, most: 255, packet, write, parser }

/** Length and IMEI. */
function hello(index: number): Buffer {
  const number = numberOf(index)
  return Buffer.from(`\0${String.fromCharCode(number.length)}${number}`, 'latin1')
}

/** Four zeros, length; codec, count, records, count; checksum. */
function packet(_index: number, _slot: number, positions: number): Buffer {
  const data = Buffer.concat([
    Buffer.of(0x08, positions),
    ...Array.from({ length: positions }, () => record),
    Buffer.of(positions),
  ])
  const bytes = Buffer.alloc(HEAD + data.length + 4)
  bytes.writeUInt32BE(data.length, 4)
  data.copy(bytes, HEAD)
  return bytes
}

const HEAD = 8
/** Time, priority, longitude, latitude, altitude, angle, satellites, speed in km/h. */
const PLACE = 24

/** Event and count; elements of 1 byte: signal, ignition, movement; of 2: supply and battery in mV; of 4: odometer; of 8. */
const record = Buffer.concat([
  Buffer.alloc(PLACE),
  Buffer.of(0, 6, 3, 21, 4, 239, 1, 240, 1, 2, 66, 0x31, 0x9c, 67, 0x0f, 0xf0, 1, 16, 0, 1, 0xe2, 0x40, 0),
])

function write(bytes: Buffer, start: number, end: number, positions: readonly Position[]): void {
  let at = start + HEAD + 2
  for (const { lat_e6, lon_e6, ts_ms, speed_dms, heading } of positions) {
    bytes.writeUInt32BE(Math.floor(ts_ms / 2 ** 32), at)
    bytes.writeUInt32BE(ts_ms % 2 ** 32, at + 4)
    bytes.writeInt32BE(lon_e6 * 10, at + 9)
    bytes.writeInt32BE(-lat_e6 * 10, at + 13)
    bytes.writeUInt16BE(heading, at + 19)
    bytes[at + 21] = 9
    bytes.writeUInt16BE(Math.round(speed_dms * 0.36), at + 22)
    at += record.length
  }
  bytes.writeUInt32BE(crc16(bytes.subarray(start + HEAD, end - 4)), end - 4)
}

/** 01 to the login, then the count of each packet in four bytes. */
function parser(slots: number) {
  let welcome = false
  let seen = 0
  let count = 0
  let slot = -1
  return (byte: number) => {
    if (!welcome) {
      welcome = true
      return byte === 1 ? WELCOME : REFUSED
    }
    count = (count << 8) | byte
    if (++seen < 4) return MORE
    const taken = count > 0
    seen = count = 0
    slot = slot + 1 === slots ? 0 : slot + 1
    return taken ? slot : REFUSED
  }
}
