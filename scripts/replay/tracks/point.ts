import { parseTime } from './times.ts'
import type { Point } from './track.ts'

/**
 * Converts text fields to a point.
 *
 * @returns the reason if it is not a valid point
 */
export function toPoint(text: Texts): Point | string {
  const lat = toNumber(text.lat)
  const lon = toNumber(text.lon)
  if (lat === null || lon === null) return lat === null ? 'no latitude' : 'no longitude'
  if (!(Math.abs(lat) <= 90)) return `latitude "${shown(text.lat)}" is not between -90 and 90`
  if (!(Math.abs(lon) <= 180)) return `longitude "${shown(text.lon)}" is not between -180 and 180`
  const ts = parseTime(text.time)
  if (Number.isNaN(ts)) return `time "${shown(text.time)}" is not one between 1970 and 2100`
  const heading = within(toNumber(text.heading), -360, 720)
  return {
    lat,
    lon,
    ts,
    speed: within(toNumber(text.speed), 0, 20_000),
    heading: heading === null ? null : (heading + 360) % 360,
    altitude: within(toNumber(text.altitude), -20_000, 100_000),
  }
}

/** A number, also with a decimal comma; null if empty, NaN if invalid. */
function toNumber(text: string | undefined): number | null {
  const trimmed = text?.trim()
  if (!trimmed) return null
  return Number(/^-?\d+,\d+$/.test(trimmed) ? trimmed.replace(',', '.') : trimmed)
}

/** Optional values outside of their range are dropped instead of rejecting the point. */
const within = (value: number | null, min: number, max: number) =>
  value !== null && value >= min && value <= max ? value : null

const shown = (text = '') => text.trim().slice(0, 40)

type Texts = { [K in 'lat' | 'lon' | 'time' | 'speed' | 'heading' | 'altitude']?: string | undefined }
