import { hash } from 'node:crypto'
import type { Report } from '../protocols/report.ts'

/** A report queued for the database. */
export type Entry = {
  organisation_id: number
  tracker_id: number
  /** As it is stored: of a private time without its place. */
  report: Report
  /** As the device sent it. Never stored as it is. */
  sent: Report
  /** Milliseconds since 1970; the server's clock where the device gave no time. */
  fix_at: number
  received: number
  digest: number
  /** The transport may have delivered this report before, and the device sent no time to identify a duplicate by. */
  redelivered_without_time: boolean
  done: Done
}

/** The outcome of a report. `unknown_tracker`: not stored, and must not be acknowledged. */
export type Outcome = 'stored' | 'duplicate' | 'set_aside' | 'unknown_tracker'
export type Done = (outcome: Outcome) => void

/** The tracker that reports, authenticated by its transport. */
export type Reporter = { organisation_id: number; tracker_id: number }

export function makeEntry(reporter: Reporter, report: Report, redelivered: boolean, done: Done): Entry {
  const clockless = report.fix_at === null
  return {
    organisation_id: reporter.organisation_id,
    tracker_id: reporter.tracker_id,
    report,
    sent: report,
    fix_at: report.fix_at ?? uniqueNow(),
    received: Date.now(),
    digest: digestOf(report, clockless),
    redelivered_without_time: clockless && redelivered,
    done,
  }
}

/**
 * A digest of 48 bits that distinguishes reports of one tracker with the same time. `seq` counts only without a time: a
 * device that resends its log numbers the same fixes again.
 */
export function digestOf(r: Report, clockless: boolean): number {
  const text = `${r.lon}|${r.lat}|${r.valid}|${r.event}|${r.alarm}|${r.speed}|${r.heading}|${r.altitude}|${r.accuracy}|${
    clockless ? r.seq : ''
  }|${r.attributes ? JSON.stringify(r.attributes) : ''}`
  return Number.parseInt(hash('sha1', text).slice(0, 12), 16)
}

let last = 0

/**
 * The current time in milliseconds with microseconds, unique per process, so that two reports without a time stay two.
 * Follows a clock that was set back.
 */
export function uniqueNow(now = Date.now()): number {
  last = now > last || last - now > SET_BACK_MS ? now : Math.round(last * 1000 + 1) / 1000
  return last
}

/** More than a burst of reports can run ahead of the clock. */
const SET_BACK_MS = 1_000
