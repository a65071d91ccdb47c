import { crc16 } from '../protocols/shared/crc16.ts'
import type { Item } from './store.ts'

/**
 * Lines of Wialon IPS, as a device sends them.
 *
 * Source: Gurtam, "Wialon IPS communication protocol" 1.1 and 2.0.
 */
export type Version = '1.1' | '2.0'

/** The sign-in. `NA` stands for no password. */
export function signInLine(version: Version, number: string, password: string | null): string {
  if (version === '1.1') return `#L#${number};${password ?? 'NA'}\r\n`
  return `#L#${withSum(`2.0;${number};${password ?? 'NA'};`)}\r\n`
}

/** Records in one message. */
export function batchLine(version: Version, items: Item[]): string {
  const records = items.map(recordOf).join('|')
  return version === '1.1' ? `#B#${records}\r\n` : `#B#${withSum(`${records}|`)}\r\n`
}

const withSum = (text: string) => text + crc16(Buffer.from(text)).toString(16).toUpperCase().padStart(4, '0')

/** Without a fix there is no place: the other platform would take it for one. */
function recordOf({ fix_at, valid, lat, lon, altitude, heading, speed, event, alarm, attributes }: Item): string {
  const at = new Date(fix_at)
  const two = (value: number) => String(value).padStart(2, '0')
  const date = two(at.getUTCDate()) + two(at.getUTCMonth() + 1) + two(at.getUTCFullYear() % 100)
  const time = two(at.getUTCHours()) + two(at.getUTCMinutes()) + two(at.getUTCSeconds())
  const place =
    valid && lat !== null && lon !== null
      ? [degrees(lat, 2), lat < 0 ? 'S' : 'N', degrees(lon, 3), lon < 0 ? 'W' : 'E']
      : ['NA', 'NA', 'NA', 'NA']
  const motion = [rounded(speed === null ? null : speed * 3.6), rounded(heading), rounded(altitude)]
  const { satellites, hdop, inputs, outputs, driver, ...others } = attributes ?? {}
  const key = typeof driver === 'string' ? driver.replace(/[^\x21-\x7e]|[;,|#:]/g, '') : ''
  const rest = [whole(satellites), decimal(hdop), whole(inputs), whole(outputs), '', key || 'NA']
  return [date, time, ...place, ...motion, ...rest, parametersOf(event, alarm, others)].join(';')
}

/** `ddmm.mmmm`; minutes are rounded so that they never become 60. */
function degrees(value: number, digits: number): string {
  const minutes = Math.min(Math.round(Math.abs(value) * 60 * 1e5), (digits === 2 ? 90 : 180) * 60 * 1e5) / 1e5
  const whole_degrees = Math.floor(minutes / 60)
  const rest = (minutes - whole_degrees * 60).toFixed(5)
  return String(whole_degrees).padStart(digits, '0') + rest.padStart(8, '0')
}

const rounded = (value: number | null) => (value === null ? 'NA' : String(Math.round(value)))
const whole = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? String(value) : 'NA'
const decimal = (value: unknown) => (typeof value === 'number' && value >= 0 ? String(value) : 'NA')

const MAX_PARAMETERS = 50
const MAX_TEXT = 100

/** `name:type:value`. The first says that it was forwarded, so that a ring of platforms ends. */
function parametersOf(event: string, alarm: string | null, attributes: Record<string, unknown>): string {
  const parameters = ['forwarded:1:1', text('event', event)]
  if (alarm === 'sos') parameters.push('SOS:1:1')
  else if (alarm !== null) parameters.push(text('alarm', alarm))
  for (const [name, value] of Object.entries(attributes).slice(0, MAX_PARAMETERS)) {
    if (!/^\w{1,64}$/.test(name)) continue
    const known = names[name] ?? name
    if (typeof value === 'boolean') parameters.push(`${known}:1:${value ? 1 : 0}`)
    else if (typeof value === 'number' && Number.isFinite(value)) {
      parameters.push(Number.isInteger(value) ? `${known}:1:${value}` : `${known}:2:${Number(value.toPrecision(12))}`)
    } else if (typeof value === 'string') parameters.push(text(known, value))
  }
  return parameters.filter((parameter) => parameter !== '').join(',')
}

/** Names that the other platform knows. */
const names: Record<string, string> = {
  power_volts: 'pwr_ext',
  battery_volts: 'pwr_int',
  battery: 'bat',
  temperature: 'temp',
  rssi: 'gsm',
}

function text(name: string, value: string): string {
  const clean = value
    .replace(/[;,|#:\r\n\0]/g, ' ')
    .trim()
    .slice(0, MAX_TEXT)
  return clean === '' ? '' : `${name}:3:${clean}`
}
