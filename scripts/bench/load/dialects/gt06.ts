import { crcX25 } from '#gateway/protocols/shared/crc_x25.ts'
import type { Position } from '../course.ts'
import { numberOf } from '../fleet.ts'
import { type Dialect, MORE, REFUSED, WELCOME } from './dialect.ts'

/** GT06: a login, then locations; answers carry type and serial number. The serial number is the slot. */
export const gt06: Dialect = { tick_ms: 1000, hello, most: 1, packet, write, parser }

const LOGIN = 0x01
const LOCATION = 0x12

/** The IMEI in BCD, preceded by 0. */
function hello(index: number): Buffer {
  const bytes = frame(LOGIN, 0, Buffer.from(`0${numberOf(index)}`, 'hex'))
  seal(bytes, 0, bytes.length)
  return bytes
}

function packet(_index: number, slot: number): Buffer {
  return frame(LOCATION, slot, Buffer.concat([Buffer.alloc(PLACE), cell]))
}

/** Time, satellites, latitude, longitude, speed, course and flags. */
const PLACE = 18
/** Country 530, network 1, area, cell. */
const cell = Buffer.of(0x02, 0x12, 1, 0x12, 0x34, 0x00, 0x56, 0x78)

function write(bytes: Buffer, start: number, end: number, positions: readonly Position[]): void {
  const { lat_e6, lon_e6, ts_ms, speed_dms, heading } = positions[0]!
  const date = new Date(ts_ms)
  bytes[start + 4] = date.getUTCFullYear() - 2000
  bytes[start + 5] = date.getUTCMonth() + 1
  bytes[start + 6] = date.getUTCDate()
  bytes[start + 7] = date.getUTCHours()
  bytes[start + 8] = date.getUTCMinutes()
  bytes[start + 9] = date.getUTCSeconds()
  bytes[start + 10] = 0xc9 // 12 bytes, 9 satellites
  bytes.writeUInt32BE(Math.round(lat_e6 * 1.8), start + 11)
  bytes.writeUInt32BE(Math.round(lon_e6 * 1.8), start + 15)
  bytes[start + 19] = Math.round(speed_dms * 0.36)
  bytes.writeUInt16BE(HAS_FIX | heading, start + 20) // neither north nor west
  seal(bytes, start, end)
}

const HAS_FIX = 0x1000

/** `78 78`, length, type, body, serial, checksum, `0D 0A`. */
function frame(type: number, serial: number, body: Buffer): Buffer {
  const numbers = Buffer.of(serial >> 8, serial & 0xff, 0, 0)
  return Buffer.concat([Buffer.of(0x78, 0x78, body.length + 5, type), body, numbers, Buffer.of(0x0d, 0x0a)])
}

function seal(bytes: Buffer, start: number, end: number): void {
  bytes.writeUInt16BE(crcX25(bytes.subarray(start + 2, end - 4)), end - 4)
}

/** Answers have no body: type in the fourth byte, serial in the next two, ten in all. */
function parser() {
  let seen = 0
  let type = 0
  let serial = 0
  return (byte: number) => {
    if (seen === 3) type = byte
    else if (seen === 4 || seen === 5) serial = ((serial << 8) | byte) & 0xffff
    if (++seen < 10) return MORE
    seen = 0
    if (type === LOCATION) return serial
    return type === LOGIN ? WELCOME : REFUSED
  }
}
