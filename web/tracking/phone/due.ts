import type { Fix } from './locate.ts'
import type { ReportSettings, Resting } from './sharing.ts'

/** Less movement is receiver noise. */
const least_m = 25
/** Tolerance for inexact timers. */
const slack_ms = 500
const metresPerDegree = 111_320

/**
 * Decides whether a fix is reported, by the tracker's settings. Pure.
 *
 * @param charging null where the browser does not report it
 */
export function evaluateFix(
  fix: Fix,
  before: Track | null,
  settings: ReportSettings,
  charging: boolean | null,
): Judged {
  const moved = !before || distance_m(before.anchor, fix) > Math.max(least_m, fix.accuracy)
  const anchor = moved ? fix : before.anchor
  const reported_at = before?.reported_at ?? null
  const interval_s = intervalOf(settings, charging)
  const pause_ms = settings.pause_after_still_s * 1000
  const still = pause_ms > 0 && fix.at - anchor.at >= pause_ms
  const due = reported_at === null || fix.at - reported_at >= Math.max(1, interval_s * 1000 - slack_ms)
  const resting = interval_s === 0 ? 'off' : still ? 'still' : null
  const report = resting === null && due
  return { report, resting, track: { anchor, reported_at: report ? fix.at : reported_at } }
}

export function intervalOf(settings: ReportSettings, charging: boolean | null): number {
  return charging ? settings.interval_charging_s : settings.interval_s
}

/** Poll interval that keeps reports at their interval and the displayed position fresh. */
export function lookEvery_ms(interval_s: number, most_ms: number): number {
  const interval_ms = interval_s * 1000
  return interval_ms === 0 ? most_ms : interval_ms / Math.ceil(interval_ms / most_ms)
}

function distance_m(a: Point, b: Point): number {
  const north = (b.lat - a.lat) * metresPerDegree
  const turn = ((b.lon - a.lon + 540) % 360) - 180
  const east = turn * metresPerDegree * Math.cos((a.lat * Math.PI) / 180)
  return Math.hypot(north, east)
}

type Point = { lat: number; lon: number }

/** Where and since when the phone has been still, and when it last reported. */
export type Track = { anchor: Point & { at: number }; reported_at: number | null }
type Judged = { report: boolean; resting: Resting; track: Track }
