import type { Attributes, Report } from '../report.ts'
import { Cursor } from '../shared/cursor.ts'
import { KMH } from '../shared/units.ts'
import { bit, hundredths, readTime } from './blocks.ts'
import type { Frame } from './wire.ts'

/** Text messages of a device, mostly answers to commands. */
export function readText({ type, extended, body }: Frame): { report: Partial<Report> | null; answer: string } | null {
  const cursor = new Cursor(body)
  if (type === 0x15 && !extended) {
    const length = cursor.u8()
    cursor.u32() // the number that the server gave the command
    // Some leave the length at 0, and fill up with zeros.
    const size = length > 4 ? length - 4 : cursor.left
    return textReport(cleaned(cursor.slice(Math.min(size, cursor.left)).toString('latin1')))
  }
  if (type === 0x21) {
    cursor.u32()
    const wide = cursor.u8() !== 1
    const bytes = cursor.slice(cursor.left)
    return textReport(cleaned(wide && bytes.length % 2 === 0 ? fromUtf16(bytes) : bytes.toString('latin1')))
  }
  return null
}

function textReport(text: string): { report: Partial<Report> | null; answer: string } {
  const iccid = /^<?ICCID:(\d{19,20})/.exec(text)?.[1]
  const report = readPlaceInWords(text) ?? { attributes: iccid ? { iccid } : { result: text } }
  return { report: text ? report : null, answer: text }
}

/** `Current position!Lat:N54.7,Lon:E25.2,Course:126.5,Speed:0.0,DateTime:2017-05-26  10:27:47` */
function readPlaceInWords(text: string): Partial<Report> | null {
  const parts =
    /Lat:([NS])(\d+\.\d+),Lon:([EW])(\d+\.\d+),Course:(\d+\.\d+),Speed:(\d+\.\d+),DateTime:(\d{4}-\d\d-\d\d) +(\d\d:\d\d:\d\d)/.exec(
      text,
    )
  if (!parts) return null
  const [, ns, lat, ew, lon, course, speed, date, time] = parts
  const fix_at = Date.parse(`${date}T${time}Z`)
  return {
    fix_at: Number.isFinite(fix_at) ? fix_at : null,
    valid: true,
    lat: ns === 'S' ? -Number(lat) : Number(lat),
    lon: ew === 'W' ? -Number(lon) : Number(lon),
    heading: Number(course),
    speed: Number(speed) * KMH,
  }
}

/** 0x94: a byte gives the kind of data. */
export function readInformation({ body }: Frame, zone_ms: number): Partial<Report> | null {
  const cursor = new Cursor(body)
  const kind = cursor.u8()
  if (kind === 0x05) return readDoor(cursor, zone_ms)
  const attributes = informations[kind]?.(cursor) ?? null
  return attributes === null ? null : { attributes }
}

const informations: Record<number, (cursor: Cursor) => Attributes | null> = {
  0x00: (cursor) => ({ power_volts: hundredths(cursor.u16()) }),
  0x04: (cursor) => readSettings(cursor.slice(cursor.left).toString('latin1')),
  0x09: readSky,
  0x0a: (cursor) => {
    cursor.slice(8) // the IMEI
    const imsi = cursor.slice(8).toString('hex').replace(/^0/, '')
    return { imsi, iccid: cursor.slice(10).toString('hex').replace(/f+$/, '') }
  },
  0x0b: (cursor) =>
    cursor.left === 1 ? { radio: cursor.u8() > 0 ? '4G' : '2G' } : { power_volts: hundredths(cursor.u16()) },
  0x0d: (cursor) => readFuel(cursor.slice(cursor.left).toString('latin1')),
  0x15: readProbes,
  0x1b: (cursor) => {
    const bytes = cursor.slice(cursor.left)
    if (/^[A-Za-z]/.test(bytes.toString('latin1')))
      return { card: cleaned(bytes.toString('latin1')).replace(/^RFID:/, '') }
    return bytes.length >= 6 ? { driver: bytes.toString('hex', 2, 6) } : null
  },
  0x1e: (cursor) => ({ temperature_1: cursor.i32() / 10, humidity: cursor.i32() / 10 }),
}

/** `STA1=C0;DYD=01;…`: in the first, bit 7 is the guard; in the second, bit 1 is fuel and power that are cut. */
function readSettings(text: string): Attributes | null {
  const [status, cut] = ['STA1', 'DYD'].map(
    (name) => new RegExp(`(?:^|;)${name}=([0-9A-F]{1,8})(?![0-9A-F])`, 'i').exec(text)?.[1],
  )
  if (!status) return null
  const bits = Number.parseInt(status, 16)
  return { status: bits, armed: bit(bits, 7), ...(cut && { blocked: bit(Number.parseInt(cut, 16), 1) }) }
}

/** GPS: its state, the satellites of the fix with their strengths, then the others in view with theirs. */
function readSky(cursor: Cursor): Attributes {
  cursor.u8()
  const satellites = cursor.u8()
  cursor.slice(satellites)
  return { satellites, satellites_visible: satellites + cursor.u8() }
}

/** A count, and for each probe its bus address and hundredths of a degree. */
function readProbes(cursor: Cursor): Attributes {
  const attributes: Attributes = {}
  const count = Math.min(cursor.u8(), MAX_PROBES)
  for (let n = 1; n <= count; n++) {
    cursor.slice(8)
    attributes[`temperature_${n}`] = hundredths(cursor.i16())
  }
  return attributes
}

const MAX_PROBES = 8

function readDoor(cursor: Cursor, zone_ms: number): Partial<Report> {
  const fix_at = cursor.left >= 7 ? readTime(cursor, zone_ms) : null
  const flags = cursor.u8()
  return { fix_at, attributes: { door: bit(flags, 0), io_1: bit(flags, 2) } }
}

/** A fuel sensor: address, output, temperature, version, codes, level, … */
function readFuel(text: string): Attributes | null {
  const parts = /!AIOIL,\d+,\d+\.\d+,(\d+\.\d+),[^,]+,\d{4},(\d+\.\d+),/.exec(text)
  return parts ? { temperature_1: Number(parts[1]), fuel_litres: Number(parts[2]) } : null
}

/** 0x9b: data of a serial device, as text if printable. */
export function readSerial({ body }: Frame): Partial<Report> | null {
  const bytes = body.subarray(1)
  if (bytes.length === 0) return null
  const text = bytes.toString('latin1')
  return { attributes: { data: /^[\x20-\x7e\r\n]+$/.test(text) ? text.trim() : bytes.toString('hex') } }
}

const fromUtf16 = (bytes: Buffer) => Buffer.from(bytes).swap16().toString('utf16le')

/** Devices pad with zeros. */
const cleaned = (text: string) =>
  text
    .replaceAll(/[^\x20-\x7e\u00a0-\uffff\r\n]/g, '')
    .toWellFormed()
    .trim()
