import type { Raw } from './fix.ts'

/** Whether one of its first lines is a sentence of a receiver. */
export const isNmea = (text: string) =>
  /^.{0,64}\$[A-Z]{2}(RMC|GGA|ZDA|GLL|GSA|GSV|VTG|TXT),/m.test(text.slice(0, 4096))

/**
 * The positions of a log of NMEA 0183: RMC has date, position, speed and course, GGA the altitude of the same second. A
 * log without RMC has its date from ZDA. What stands before the `$`, such as the time of the logger, is passed over.
 */
export function* fixesOfNmea(text: string): Generator<Raw | 'damaged'> {
  let second: Second | null = null
  let midnight: number | null = null
  for (const line of linesOf(text)) {
    const fields = sentenceIn(line)
    if (fields === null) continue
    if (fields === 'damaged') {
      yield 'damaged'
      continue
    }
    const kind = fields[0]!.slice(2)
    if (kind === 'ZDA') midnight = dateOf(`${fields[2]}${fields[3]}${fields[4]?.slice(2)}`) ?? midnight
    if (kind !== 'RMC' && kind !== 'GGA') continue
    const time = secondsOf(fields[1])
    if (second && time !== second.time) {
      yield* rawOf(second, midnight)
      // A log of GGA alone passes midnight without saying so.
      if (midnight !== null && time !== null && second.time !== null && time < second.time - DAY_S / 2)
        midnight += DAY_MS
      second = null
    }
    second ??= { time, rmc: null, gga: null }
    if (kind === 'RMC') {
      second.rmc = fields
      midnight = dateOf(fields[9]) ?? midnight
    } else second.gga = fields
  }
  if (second) yield* rawOf(second, midnight)
}

/** Without a copy of the text for all lines at once. */
function* linesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    yield text.slice(at, end < 0 ? text.length : end)
    at = end < 0 ? text.length : end + 1
  }
}

/** The fields of a sentence; null of a line that has none. A checksum may be missing, but not wrong. */
function sentenceIn(line: string): string[] | 'damaged' | null {
  const begin = line.indexOf('$')
  if (begin < 0) return null
  const [body, sum] = line
    .slice(begin + 1, begin + 1 + MOST_CHARACTERS)
    .trimEnd()
    .split('*') as [string, string?]
  if (sum !== undefined && Number.parseInt(sum.slice(0, 2), 16) !== checksumOf(body)) return 'damaged'
  return body.split(',')
}

function checksumOf(body: string): number {
  let sum = 0
  for (let i = 0; i < body.length; i++) sum ^= body.charCodeAt(i)
  return sum
}

/** None of a second in which the receiver had no fix. */
function* rawOf({ time, rmc, gga }: Second, midnight: number | null): Generator<Raw> {
  const has_fix = rmc ? rmc[2] === 'A' : gga !== null && gga[6] !== '0' && gga[6] !== ''
  if (!has_fix) return
  const [lat, north, lon, east] = rmc ? rmc.slice(3, 7) : gga!.slice(2, 6)
  const knots = rmc?.[7] ? Number(rmc[7]) : null
  yield {
    time: midnight === null || time === null ? null : midnight + time * 1000,
    lat: degreesOf(lat, north, 'S'),
    lon: degreesOf(lon, east, 'W'),
    altitude: gga?.[9] || null,
    heading: rmc?.[8] || null,
    speed: knots === null ? null : (knots * 1852) / 3600,
  }
}

/** `hhmmss.sss` in seconds of the day. */
function secondsOf(text = ''): number | null {
  const [, hours, minutes, seconds] = /^(\d\d)(\d\d)(\d\d(?:\.\d{1,6})?)$/.exec(text) ?? []
  if (!hours || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) >= 61) return null
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** `ddmmyy`; there were no receivers before 1980. */
function dateOf(text = ''): number | null {
  const [, day, month, year] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  if (!year) return null
  const at = Date.UTC(Number(year) < 80 ? 2000 + Number(year) : 1900 + Number(year), Number(month) - 1, Number(day))
  return new Date(at).getUTCDate() === Number(day) ? at : null
}

/** `ddmm.mmmm` and the side of the globe. */
function degreesOf(text = '', side = '', negative = ''): number | null {
  const [, degrees, minutes] = /^(\d{1,3})(\d\d(?:\.\d{0,10})?)$/.exec(text) ?? []
  if (degrees === undefined || Number(minutes) >= 60 || side === '') return null
  const value = Number(degrees) + Number(minutes) / 60
  return side === negative ? -value : value
}

const DAY_S = 86_400
const DAY_MS = DAY_S * 1000
/** Of a sentence; the standard has 82. */
const MOST_CHARACTERS = 200

type Second = { time: number | null; rmc: string[] | null; gga: string[] | null }
