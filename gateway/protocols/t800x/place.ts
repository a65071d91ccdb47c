import type { Attributes, Report } from '../report.ts'
import { bcd } from '../shared/bcd.ts'
import { LittleEndianCursor } from '../shared/cursor.ts'
import { type Cell, networkOf } from '../shared/network.ts'
import { KMH } from '../shared/units.ts'

type Fields = Partial<Report>

/** Bit 7: stored before it was sent; 6: the 16 bytes are a place, otherwise cells; 0 to 4 satellites. */
export function readPlace(status: number, bytes: Buffer): Fields {
  const attributes: Attributes = { satellites: status & 0x1f, ...(status & 0x80 && { archive: true }) }
  const place = status & 0x40 ? placeOf(bytes) : null
  return place ? { ...place, attributes } : { attributes: { ...attributes, ...cellsOf(bytes) } }
}

/**
 * Altitude, longitude and latitude as little-endian floating point numbers, speed (BCD, tenths of km/h), course.
 *
 * @returns null where it is not known, or cannot be: the device would send it until it is acknowledged
 */
export function placeOf(bytes: Buffer): Fields | null {
  const altitude = bytes.readFloatLE(0)
  const lon = bytes.readFloatLE(4)
  const lat = bytes.readFloatLE(8)
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return null
  const speed = bcd(bytes.subarray(12, 14))
  const course = bytes.readUInt16BE(14)
  return {
    valid: true,
    // The numbers are of single precision: further digits are noise.
    lat: Math.round(lat * 1e6) / 1e6,
    lon: Math.round(lon * 1e6) / 1e6,
    altitude: Number.isFinite(altitude) ? Math.round(altitude * 10) / 10 : null,
    speed: speed === null ? null : (speed / 10) * KMH,
    // Some devices send tenths.
    heading: course > 360 && course <= 3600 ? course / 10 : course,
  }
}

/** Three cells of 2G, or one of 4G, which the highest bit announces. Older devices send low bytes first. */
export function cellsOf(bytes: Buffer): Attributes {
  const first = bytes.readUInt16BE(0)
  if (first === 0xffff || bytes.readUInt16BE(2) === 0xffff) return {}
  if (first & 0x8000 && (first & 0x7fff) < 1000) {
    const cell = { mcc: first & 0x7fff, mnc: bytes.readUInt16BE(2), lac: 0, cid: bytes.readUInt32BE(4) }
    return pack([cell])
  }
  const big = first < 1000
  const cursor = new LittleEndianCursor(bytes)
  const number = () => (big ? cursor.slice(2).readUInt16BE(0) : cursor.u16())
  const mcc = number()
  const mnc = number()
  if (mcc === 0 || mcc >= 1000) return {}
  const cells: Cell[] = [0, 1, 2].map(() => ({ mcc, mnc, lac: number(), cid: number() }))
  return pack(cells.filter(({ lac, cid }) => lac !== 0xffff && cid !== 0xffff))
}

function pack(cells: Cell[]): Attributes {
  const network = networkOf(cells)
  return network === null ? {} : { network }
}

/** Sign, whole part and tenths of three axes in five bytes, g. */
export function readAxes(bytes: Buffer): Attributes {
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = bytes
  if ([a, b, c, d, e].every((byte) => byte === 0xff)) return {}
  const axis = (positive: number, whole: number, tenths: number) =>
    Math.round((whole + tenths / 10) * (positive ? 10 : -10)) / 10 + 0
  return {
    x: axis(a & 0x80, a & 0x7f, b >> 4),
    y: axis(b & 0x08, ((b & 0x07) << 4) | (c >> 4), c & 0xf),
    z: axis(d & 0x80, d & 0x7f, e >> 4),
  }
}
