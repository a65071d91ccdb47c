import { setTimeout as wait } from 'node:timers/promises'
import { handleCalls } from '../child_calls.ts'
import { type DialectName, dialects } from './dialects/index.ts'
import { places } from './fleet.ts'
import { Histogram } from './histogram.ts'
import { type Clock, type Tally, Tracker } from './hour_tracker.ts'

// The fleet of the mixed hour, in a process of its own.
handleCalls({ connect, drive })

const trackers: Tracker[] = []
const tally: Tally = {
  histogram: new Histogram(),
  reports: 0,
  sent_again: 0,
  reconnects: 0,
  most_kept: 0,
  lost: new Map(),
}
const clock: Clock = { speed: 1, now: Date.now }

/** How each dialect sends buffered reports: packets in flight, and positions in a packet. */
const send_options: Record<DialectName, { slots: number; positions: number }> = {
  mqtt: { slots: 20, positions: 1 },
  teltonika: { slots: 1, positions: 20 },
  gt06: { slots: 1, positions: 1 },
  osmand: { slots: 1, positions: 1 },
}

async function connect({ kinds, speed }: MixedFleet): Promise<void> {
  clock.speed = speed
  for (const { dialect, port, count } of kinds) {
    for (let i = 0; i < count; i++) {
      const index = places.hour + trackers.length
      const interval_s = 10 + Math.random() * 50
      const options = { port, index, interval_s, dialect: dialects[dialect], ...send_options[dialect], clock, tally }
      trackers.push(new Tracker(options))
    }
  }
  for (let from = 0; from < trackers.length; from += BATCH) {
    await within(30_000, Promise.all(trackers.slice(from, from + BATCH).map((tracker) => tracker.connect())))
  }
}

/** Drives until everything is acknowledged. Simulated time ends now, so that no timestamp is in the future. */
async function drive({ seconds }: { seconds: number }): Promise<Driven> {
  const began = performance.now()
  const start_ms = Date.now() - seconds * 1000
  clock.now = () => start_ms + (performance.now() - began) * clock.speed
  for (const tracker of trackers) tracker.drive(start_ms + seconds * 1000)
  await wait((seconds * 1000) / clock.speed)
  for (const deadline = Date.now() + TIMEOUT_MS; !trackers.every((tracker) => tracker.finished); await wait(20)) {
    if (Date.now() > deadline) throw new Error(`not all reports were acknowledged; ${reasons()}`)
  }
  const took_s = (performance.now() - began) / 1000
  for (const tracker of trackers) tracker.close()
  const { histogram, lost, ...counts } = tally
  return {
    ...counts,
    took_s,
    acknowledged: histogram.total,
    lost: [...lost.values()].reduce((sum, count) => sum + count, 0),
    reasons: reasons(),
    p50_ms: histogram.percentile(0.5),
    p99_ms: histogram.percentile(0.99),
  }
}

const reasons = () => [...tally.lost].map(([reason, count]) => `${count} × ${reason}`).join(', ')

const BATCH = 100
const TIMEOUT_MS = 300_000

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = wait(ms, null, { ref: false }).then(() => {
    throw new Error(`no sign-in within ${ms / 1000} s; ${reasons()}`)
  })
  return Promise.race([work, late])
}

export type MixedFleet = { kinds: { dialect: DialectName; port: number; count: number }[]; speed: number }
export type Driven = Omit<Tally, 'histogram' | 'lost'> & {
  took_s: number
  acknowledged: number
  /** Connections that ended unexpectedly. */
  lost: number
  reasons: string
  p50_ms: number
  p99_ms: number
}
