import { hash } from 'node:crypto'
import type { Report } from '../protocols/report.ts'

/** A report on its way into the database. */
export type Entry = {
  organisation_id: number
  tracker_id: number
  report: Report
  /** Milliseconds since 1970; the server's clock where the device gave no time. */
  fix_at: number
  received: number
  digest: number
  /** The transport says that it may have sent this before, and the device gave no time to know it by. */
  redelivered_without_time: boolean
  done: Done
}

/** What became of a report. One of a tracker that is gone is not stored, and must not be acknowledged. */
export type Outcome = 'stored' | 'duplicate' | 'set_aside' | 'unknown_tracker'
export type Done = (outcome: Outcome) => void

/** Who reports, as its transport knows it after sign-in. */
export type Reporter = { organisation_id: number; tracker_id: number }

export function makeEntry(reporter: Reporter, report: Report, redelivered: boolean, done: Done): Entry {
  const clockless = report.fix_at === null
  return {
    organisation_id: reporter.organisation_id,
    tracker_id: reporter.tracker_id,
    report,
    fix_at: report.fix_at ?? uniqueNow(),
    received: Date.now(),
    digest: digestOf(report, clockless),
    redelivered_without_time: clockless && redelivered,
    done,
  }
}

/**
 * 48 bits that tell two reports of one tracker at one moment apart. The device's own number counts only where there is
 * no time: a device that repeats its log numbers the same fix anew.
 */
function digestOf(r: Report, clockless: boolean): number {
  const text = `${r.lon}|${r.lat}|${r.valid}|${r.event}|${r.alarm}|${r.speed}|${r.heading}|${r.altitude}|${r.accuracy}|${
    clockless ? r.seq : ''
  }|${r.attributes ? JSON.stringify(r.attributes) : ''}`
  return Number.parseInt(hash('sha1', text).slice(0, 12), 16)
}

let last = 0

/**
 * The time in milliseconds, to the microsecond, never twice the same: two reports without a time are two reports. Where
 * the clock was set back it is followed, and is not ahead for as long as it was wrong.
 */
export function uniqueNow(now = Date.now()): number {
  last = now > last || last - now > SET_BACK_MS ? now : Math.round(last * 1000 + 1) / 1000
  return last
}

/** Further than a burst of reports can be ahead of the clock. */
const SET_BACK_MS = 1_000
