import type { Attributes, Report } from '../report.ts'
import type { LittleEndianCursor } from '../shared/cursor.ts'
import { type Cell, networkOf } from '../shared/network.ts'
import { KMH, scaled } from '../shared/units.ts'
import { fromSeconds } from '../shared/utc.ts'
import type { AlarmName } from '../shared/vocabulary.ts'

/** What has been read of a report so far. */
export type Draft = Partial<Report> & { attributes: Attributes & { wifi?: object[] } }

/** Readers by key. A key without one is kept as `io_<key>`. */
export const readers: Record<number, (cursor: LittleEndianCursor, draft: Draft) => void> = {
  0x02: readAlarm,
  0x10: (cursor, draft) => {
    draft.event ??= 'heartbeat'
    if (cursor.left > 0) draft.attributes.io_16 = cursor.u8()
  },
  0x14: (cursor, { attributes }) => {
    attributes.battery = cursor.u8()
    if (cursor.left >= 2) attributes.battery_volts = cursor.u16() / 1000
  },
  0x20: readGps,
  0x21: readCells,
  0x22: readWifi,
  0x23: readTag,
  0x24: readGeneral,
  0x28: readBeacon,
  0x2a: readKnownPlace,
  0x2c: readKnownPlace,
  0x30: (cursor, draft) => {
    timed(cursor, draft)
    draft.attributes.steps = cursor.u32()
  },
  0x37: (cursor, draft) => {
    timed(cursor, draft)
    draft.attributes.barks = cursor.u32()
  },
  0x40: (cursor, draft) => {
    timed(cursor, draft)
    const rate = cursor.u8()
    // 0 and 1 are a watch that is not worn.
    if (rate > 1) draft.attributes.heart_rate = rate
  },
}

/** The time of a measurement, unless the record has one of its own. */
function timed(cursor: LittleEndianCursor, draft: Draft): void {
  const at = fromSeconds(cursor.u32())
  draft.fix_at ??= at
}

/** Bits; on newer models the time and more. */
function readAlarm(cursor: LittleEndianCursor, draft: Draft): void {
  const bits = cursor.u32()
  draft.attributes.reason = bits
  draft.alarm = alarms.find(([bit]) => isSet(bits, bit))?.[1] ?? null
  const event = events.find(([bit]) => isSet(bits, bit))?.[1]
  if (event !== undefined && draft.alarm === null) draft.event = event
  if (isSet(bits, 15)) draft.attributes.charging = true
  if (isSet(bits, 16)) draft.attributes.charging = false
  if (cursor.left >= 4) timed(cursor, draft)
}

/** Eview: table of alarm codes. By urgency. */
const alarms: [number, AlarmName][] = [
  [12, 'sos'],
  [2, 'fall'],
  [3, 'tilt'],
  [8, 'power_off'],
  [4, 'geofence'],
  [5, 'geofence'],
  [6, 'geofence'],
  [7, 'geofence'],
  [13, 'general'],
  [14, 'general'],
  [1, 'overspeed'],
  [10, 'movement'],
  [11, 'no_movement'],
  [0, 'low_battery'],
]

const events: [number, string][] = [
  [9, 'switched_on'],
  [15, 'charger_connected'],
  [16, 'charger_removed'],
  [17, 'sos_ended'],
  [20, 'fall_ended'],
  [31, 'bark'],
]

const isSet = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1

/** Latitude and longitude (10⁻⁷ °), km/h, course, altitude, HDOP (0.1; 0 without a fix), odometer (m), satellites. */
function readGps(cursor: LittleEndianCursor, draft: Draft): void {
  const [lat, lon] = [cursor.i32() / 1e7, cursor.i32() / 1e7]
  const [speed, heading, altitude] = [scaled(cursor.u16(), KMH), cursor.u16(), cursor.i16()]
  const hdop = cursor.u16()
  // A known place that came before is worth more than a position without a fix.
  if (hdop > 0 || draft.valid !== true) Object.assign(draft, { lat, lon, speed, heading, altitude, valid: hdop > 0 })
  draft.attributes.hdop = hdop / 10
  draft.attributes.odometer = cursor.u32()
  draft.attributes.satellites = cursor.u8()
}

/** Country, network (1 byte), then signal, area, and cell of 2 or 4 bytes. */
function readCells(cursor: LittleEndianCursor, { attributes }: Draft): void {
  const [mcc, mnc] = [cursor.u16(), cursor.u8()]
  const wide = cursor.left % 5 !== 0 && cursor.left % 7 === 0
  const cells: Cell[] = []
  while (cursor.left >= (wide ? 7 : 5) && cells.length < MAX_PLACES) {
    const signal = signed(cursor.u8())
    cells.push({ mcc, mnc, lac: cursor.u16(), cid: wide ? cursor.u32() : cursor.u16(), signal })
  }
  attributes.network = networkOf(cells)
}

function readWifi(cursor: LittleEndianCursor, { attributes }: Draft): void {
  const wifi: { mac: string; signal: number }[] = []
  while (cursor.left >= 7 && wifi.length < MAX_PLACES) {
    const signal = signed(cursor.u8())
    wifi.push({ mac: address(cursor.slice(6)), signal })
  }
  if (wifi.length > 0) attributes.wifi = [...(attributes.wifi ?? []), ...wifi]
}

const MAX_PLACES = 32

/** A wireless network whose place is known: flags (7 place, 6 name), address, signal, place, name. */
function readKnownPlace(cursor: LittleEndianCursor, draft: Draft): void {
  const flags = cursor.u8()
  const [mac, signal] = [address(cursor.slice(6)), signed(cursor.u8())]
  if (isSet(flags, 7)) readPlace(cursor, draft)
  const name = isSet(flags, 6) ? nameOf(cursor) : {}
  draft.attributes.wifi = [...(draft.attributes.wifi ?? []), { mac, signal, ...name }]
}

/** The tag that is nearest: its address backwards, its place and name. */
function readTag(cursor: LittleEndianCursor, draft: Draft): void {
  const mac = backwards(cursor.slice(6))
  if (cursor.left >= 8) readPlace(cursor, draft)
  draft.attributes.beacons = [{ mac, ...nameOf(cursor) }]
}

/** Flags (7 place, 6 name), address backwards, signal, signal at one metre, place, name. */
function readBeacon(cursor: LittleEndianCursor, draft: Draft): void {
  const flags = cursor.u8()
  const mac = backwards(cursor.slice(6))
  const [signal, signal_at_1m] = [signed(cursor.u8()), signed(cursor.u8())]
  if (isSet(flags, 7)) readPlace(cursor, draft)
  const name = isSet(flags, 6) ? nameOf(cursor) : {}
  draft.attributes.beacons = [{ mac, signal, signal_at_1m, ...name }]
}

function readPlace(cursor: LittleEndianCursor, draft: Draft): void {
  draft.lat = cursor.i32() / 1e7
  draft.lon = cursor.i32() / 1e7
  draft.valid = true
}

function nameOf(cursor: LittleEndianCursor): { name?: string } {
  const name = cursor
    .slice(cursor.left)
    .toString('utf8')
    .replaceAll(/[\p{C}\ufffd]/gu, '')
    .trim()
  return name === '' ? {} : { name }
}

/** Time and state: bits 4 charging, 7 stored before, 9 moving, 19 to 23 signal, 24 to 31 battery. */
function readGeneral(cursor: LittleEndianCursor, draft: Draft): void {
  draft.fix_at = fromSeconds(cursor.u32())
  const status = cursor.u32()
  const { attributes } = draft
  attributes.status = status
  if (isSet(status, 4)) attributes.charging = true
  if (isSet(status, 7)) attributes.archive = true
  attributes.motion = isSet(status, 9)
  attributes.rssi = (status >>> 19) & 0x1f
  const battery = status >>> 24
  if (battery <= 100) attributes.battery = battery
}

const signed = (byte: number) => (byte > 127 ? byte - 256 : byte)
const address = (bytes: Buffer) => bytes.toString('hex').match(/../g)!.join(':')
const backwards = (bytes: Buffer) => address(Buffer.from(bytes).reverse())
