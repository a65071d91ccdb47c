import { type Attributes, BadReport, type Report } from '../report.ts'
import { Cursor } from '../shared/cursor.ts'
import { reportOf } from '../shared/place.ts'
import { KMH } from '../shared/units.ts'
import { type Element, interpret } from './elements.ts'

/**
 * Records (command 1) and extended records (68), whose elements have numbers of two bytes, and which may continue the
 * record before them with more elements.
 *
 * @throws {BadReport}
 */
export function decodeRecords(body: Buffer, extended: boolean): Report[] {
  const cursor = new Cursor(body)
  cursor.u8() // how many records are left in the device
  const count = cursor.u8()
  const records: Fields[] = []
  for (let i = 0; i < count; i++) {
    const { continues, ...record } = readRecord(cursor, extended)
    const last = records.at(-1)
    if (continues && last) merge(last, record)
    else records.push(record)
  }
  if (cursor.left > 0) throw new BadReport(`records: ${cursor.left} bytes are left behind the last of ${count}`)
  return records.map(reportOf)
}

/** A later part has the place, too, where the first had none. */
function merge(whole: Fields, part: Fields): void {
  const { attributes, ...place } = whole.lat === undefined ? part : whole
  Object.assign(whole, place)
  whole.alarm ??= part.alarm ?? null
  whole.attributes = { ...part.attributes, ...attributes, ...whole.attributes }
}

function readRecord(cursor: Cursor, extended: boolean): Fields & { continues: boolean } {
  const fix_at = cursor.u32() * 1000
  cursor.u8() // milliseconds, not used
  const part = extended ? cursor.u8() & 0xf : 0
  cursor.u8() // priority
  const place = readPlace(cursor)
  const reason = extended ? cursor.u16() : cursor.u8()
  const { attributes, alarm } = interpret(readElements(cursor, extended))
  return {
    ...place,
    fix_at,
    alarm,
    attributes: { ...place.attributes, ...attributes, ...(reason > 0 && { reason }) },
    continues: part > 0,
  }
}

/** The lowest number stands for a place that is not known. */
const UNKNOWN = -(2 ** 31)

function readPlace(cursor: Cursor): Fields {
  const lon = cursor.i32()
  const lat = cursor.i32()
  const altitude = cursor.u16()
  const heading = cursor.u16() / 100
  const satellites = cursor.u8()
  const speed = cursor.u16() * KMH
  const hdop = cursor.u8() / 10
  if (lon === UNKNOWN || lat === UNKNOWN) return {}
  // An impossible position is left out: the device repeats a record until it is acknowledged, and sends no later ones.
  if (Math.abs(lat) > 90e7 || Math.abs(lon) > 180e7) return { attributes: { satellites } }
  return {
    valid: satellites > 0,
    lon: lon / 1e7,
    lat: lat / 1e7,
    // Decimetres. Above 6 km no vehicle drives: such numbers are below the sea.
    altitude: (altitude > 60_000 ? altitude - 65_536 : altitude) / 10,
    heading,
    speed,
    attributes: { satellites, hdop },
  }
}

/** Groups of elements of 1, 2, 4 and 8 bytes. */
function readElements(cursor: Cursor, extended: boolean): Element[] {
  const elements: Element[] = []
  for (const size of [1, 2, 4, 8]) {
    for (let left = cursor.u8(); left > 0; left--) {
      elements.push({ id: extended ? cursor.u16() : cursor.u8(), bytes: cursor.slice(size) })
    }
  }
  return elements
}

/**
 * Diagnostic trouble codes, each with the time and place at which it appeared.
 *
 * @throws {BadReport}
 */
export function decodeTroubleCodes(body: Buffer): Report[] {
  const cursor = new Cursor(body)
  const reports: Report[] = []
  for (let left = cursor.u8(); left > 0; left--) {
    cursor.u8() // reserved
    const fix_at = cursor.u32() * 1000
    const lon = cursor.i32() / 1e7
    const lat = cursor.i32() / 1e7
    const archive = cursor.u8() === 2
    const faults = cursor.slice(5).toString('latin1')
    if (!/^[PCBU][0-9A-F]{4}$/i.test(faults)) throw new BadReport('code: is no trouble code')
    const known = Math.abs(lat) <= 90 && Math.abs(lon) <= 180
    const attributes: Attributes = { faults, ...(archive && { archive }) }
    reports.push(reportOf({ fix_at, event: 'fault', valid: known, ...(known && { lat, lon }), attributes }))
  }
  return reports
}

type Fields = Partial<Report>
