/** Formats numbers and times for people. Pure functions. */

/** 36°50′54.7″S 174°45′48.6″E */
export function toDms(lon: number, lat: number): string {
  return `${dms(lat, 'N', 'S')} ${dms(normaliseLongitude(lon), 'E', 'W')}`
}

/** −36.8485, 174.763: latitude first, 6 significant digits. */
export function toDecimal(lon: number, lat: number): string {
  return `${significant(lat)}, ${significant(normaliseLongitude(lon))}`
}

export function significant(value: number, digits = 6): string {
  const text = value.toPrecision(digits)
  return text.includes('e') ? String(Number(text)) : text
}

const points = ['N', 'NNE', 'NE', 'ENE', 'E', 'ESE', 'SE', 'SSE', 'S', 'SSW', 'SW', 'WSW', 'W', 'WNW', 'NW', 'NNW']

export function toCompass(degrees: number): string {
  const turn = ((degrees % 360) + 360) % 360
  return points[Math.round(turn / 22.5) % 16]!
}

/** 42 s, 39 min, 4 h 21 min */
export function toDuration(seconds: number): string {
  if (seconds < 59.5) return `${Math.max(0, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  const [h, min] = [Math.floor(minutes / 60), minutes % 60]
  return [h > 0 && `${h} h`, min > 0 && `${min} min`].filter(Boolean).join(' ')
}

/** 42 s, 12 min, 5 h, 3 d: coarse, for how long a tracker has been offline. */
export function toPeriod(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min`
  return whole < 48 * 3600 ? `${Math.floor(whole / 3600)} h` : `${Math.floor(whole / 86_400)} d`
}

/** Unit and count of a relative time. */
export function relative(then: string, now: number): { unit: RelativeUnit; count: number } {
  const seconds = Math.max(0, Math.floor((now - Date.parse(then)) / 1000))
  if (seconds < 5) return { unit: 'now', count: 0 }
  if (seconds < 60) return { unit: 'seconds', count: seconds }
  if (seconds < 3600) return { unit: 'minutes', count: Math.floor(seconds / 60) }
  if (seconds < 86_400) return { unit: 'hours', count: Math.floor(seconds / 3600) }
  return { unit: 'days', count: Math.floor(seconds / 86_400) }
}

/**
 * Friendly: 14:03:09 today, 20 Nov 14:03 this year, 20 Nov 2025 14:03 before. Numeric: 20/11/2026 14:03:09.
 * ISO: 2026-11-20 14:03:09.
 */
export function toTime(
  then: string,
  timezone: string,
  now: number,
  seconds = false,
  format: DateFormat = 'friendly',
  language = 'en',
): string {
  const moment = new Date(then)
  if (format !== 'friendly')
    return `${inFigures(moment, timezone, format, language)} ${clock(timezone, true).format(moment)}`
  const time = clock(timezone, seconds).format(moment)
  const [day, today] = [isoDay(moment, timezone), isoDay(new Date(now), timezone)]
  if (day === today) return time
  const same_year = day.slice(0, 4) === today.slice(0, 4)
  return `${days(timezone, language, !same_year).format(moment)} ${time}`
}

/** A day, as 2026-11-20. Friendly: 20 Nov 2026. Numeric: 20/11/2026. */
export function toDay(day: string, format: DateFormat = 'friendly', language = 'en'): string {
  const moment = new Date(`${day}T00:00:00Z`)
  return format === 'friendly' ? days('UTC', language, true).format(moment) : inFigures(moment, 'UTC', format, language)
}

const inFigures = (moment: Date, timezone: string, format: DateFormat, language: string) =>
  format === 'iso' ? isoDay(moment, timezone) : numbers(timezone, language).format(moment)

/** 2026-11-20 */
const isoDay = (moment: Date, timezone: string) => numbers(timezone, 'en').format(moment).split('/').reverse().join('-')

export function normaliseLongitude(lon: number): number {
  return lon >= -180 && lon <= 180 ? lon : ((((lon + 180) % 360) + 360) % 360) - 180
}

function dms(value: number, positive: string, negative: string): string {
  const tenths = Math.round(Math.abs(value) * 36_000)
  const [degrees, minutes, seconds] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60, (tenths % 600) / 10]
  return `${degrees}°${pad(minutes)}′${seconds.toFixed(1).padStart(4, '0')}″${value < 0 ? negative : positive}`
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}

// Creating an Intl formatter costs far more than using it.
const formatters = new Map<string, Intl.DateTimeFormat>()

function clock(timeZone: string, seconds: boolean): Intl.DateTimeFormat {
  const second = seconds ? ('2-digit' as const) : undefined
  return formatter('en', `clock ${seconds} ${timeZone}`, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second,
    hourCycle: 'h23',
  })
}

function days(timeZone: string, language: string, with_year: boolean): Intl.DateTimeFormat {
  const year = with_year ? ('numeric' as const) : undefined
  return formatter(language, `days ${with_year} ${timeZone}`, { timeZone, day: 'numeric', month: 'short', year })
}

function numbers(timeZone: string, language: string): Intl.DateTimeFormat {
  const two = '2-digit' as const
  return formatter(language, `numbers ${timeZone}`, { timeZone, day: two, month: two, year: 'numeric' })
}

function formatter(language: string, key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const named = `${language} ${key}`
  const cached = formatters.get(named)
  if (cached) return cached
  const made = new Intl.DateTimeFormat(regionOf(language), options)
  formatters.set(named, made)
  return made
}

/** English and te reo Māori are written as in New Zealand. */
const regionOf = (language: string) => (/^(en|mi)\b/.test(language) ? 'en-NZ' : language)

export type DateFormat = 'friendly' | 'numeric' | 'iso'
type RelativeUnit = 'now' | 'seconds' | 'minutes' | 'hours' | 'days'
