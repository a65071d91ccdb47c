import { DateTime, Duration } from 'luxon'
import { describePlace, placeOf } from '#messages/geography/place.ts'
import { languageOf } from './built_in.ts'

/** Formats values for messages. */

export function timeFor(at: string | Date | number, { timezone, locale }: Reader): string {
  const date = at instanceof Date ? at : new Date(at)
  return DateTime.fromJSDate(date, { zone: timezone })
    .setLocale(regionOf(locale, timezone))
    .toFormat('dd/MM/yyyy HH:mm:ss ZZZZ')
}

/** @param metres_per_second null if not reported */
export function speedFor(metres_per_second: number | null, { units }: Pick<Reader, 'units'>): string | null {
  if (metres_per_second === null) return null
  const [factor, name] = speeds[units]
  return `${Math.round(metres_per_second * factor)} ${name}`
}

/** Metres up to a tenth of the reader's longer unit, or feet: `80 m`, `1.2 km`. */
export function distanceFor(metres: number | null, { units }: Pick<Reader, 'units'>): string | null {
  if (metres === null) return null
  const { longer, shorter } = lengths[units]
  const amount = metres / longer.metres
  if (amount < (units === 'metric' ? 1 : 0.1)) return `${Math.round(metres / shorter.metres)} ${shorter.name}`
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${longer.name}`
}

/** Degrees, minutes and seconds: `36°50'54.6"S 174°45'47.9"E`. */
export function positionFor(position: { lon: number; lat: number } | null): string | null {
  if (!position) return null
  return `${angle(position.lat, 'N', 'S')} ${angle(position.lon, 'E', 'W')}`
}

/** Where a position is from the nearest town, in the reader's language and units: `4 km NE of Albany`. */
export function placeFor(
  position: { lon: number; lat: number } | null,
  { locale, units }: Pick<Reader, 'locale' | 'units'>,
): string | null {
  return position && describePlace(placeOf(position), units, languageOf(locale).place)
}

export function durationFor(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))} s`
  const { days, hours, minutes } = Duration.fromMillis(seconds * 1000).shiftTo('days', 'hours', 'minutes')
  const parts = [
    [days, 'd'],
    [hours, 'h'],
    [Math.floor(minutes), 'min'],
  ] as const
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, name]) => `${amount} ${name}`)
    .join(' ')
}

const metre = { metres: 1, name: 'm' }
const lengths = {
  metric: { longer: { metres: 1000, name: 'km' }, shorter: metre },
  imperial: { longer: { metres: 1609.344, name: 'mi' }, shorter: { metres: 0.3048, name: 'ft' } },
  nautical: { longer: { metres: 1852, name: 'nmi' }, shorter: metre },
} as const
const speeds = { metric: [3.6, 'km/h'], imperial: [2.236936, 'mph'], nautical: [1.943844, 'kn'] } as const

function angle(degrees: number, positive: string, negative: string): string {
  const tenths = Math.round(Math.abs(degrees) * 36_000)
  const seconds = (tenths % 600) / 10
  const minutes = Math.floor(tenths / 600) % 60
  const pad = (value: string, width: number) => value.padStart(width, '0')
  const side = degrees < 0 ? negative : positive
  return `${Math.floor(tenths / 36_000)}°${pad(String(minutes), 2)}'${pad(seconds.toFixed(1), 4)}"${side}`
}

/** `en` and `mi` have no abbreviation for New Zealand's timezones; `en-NZ` has. */
const regionOf = (locale: string, timezone: string) =>
  /^(en|mi|mi-NZ)$/i.test(locale) && /^(Pacific\/(Auckland|Chatham)|NZ)/.test(timezone) ? 'en-NZ' : locale

export type Reader = { timezone: string; locale: string; units: keyof typeof speeds }
