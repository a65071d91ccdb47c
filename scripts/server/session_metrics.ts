import type { Logger } from 'pino'
import { Counter, Histogram, type Registry } from 'prom-client'
import { HOLD_LIMIT_MS, type Hold, type SessionQueue } from '#db/embedded/session_queue.ts'

/** How long statements wait for the embedded database's session and hold it; a hold above the limit is logged. */
export function watchSession(registry: Registry, session: SessionQueue, log: Logger): void {
  const options = { labelNames: ['kind'], buckets: BUCKETS, registers: [registry] }
  const waits = new Histogram({
    name: 'ringfence_session_wait_seconds',
    help: 'How long statements of devices, people and background work have waited for the embedded database',
    ...options,
  })
  const holds = new Histogram({
    name: 'ringfence_session_hold_seconds',
    help: 'How long a statement or transaction has held the embedded database',
    ...options,
  })
  const overlong = new Counter({
    name: 'ringfence_session_overlong_total',
    help: `Statements and transactions that have held the embedded database for more than ${HOLD_LIMIT_MS} ms`,
    labelNames: ['kind'],
    registers: [registry],
  })
  const logged = new Map<string, number>()
  session.onHold((hold) => {
    const { kind, waited_ms, held_ms } = hold
    waits.observe({ kind }, waited_ms / 1000)
    holds.observe({ kind }, held_ms / 1000)
    if (held_ms <= HOLD_LIMIT_MS) return
    overlong.inc({ kind })
    const origin = originOf(hold)
    const now = Date.now()
    if (now - (logged.get(origin) ?? 0) < LOG_EVERY_MS) return
    if (logged.size >= MOST_ORIGINS) logged.clear()
    logged.set(origin, now)
    const { statements, rows } = hold
    const slowest = hold.slowest && { text: brief(hold.slowest.text), ms: Math.round(hold.slowest.ms) }
    const figures = { kind, held_ms: Math.round(held_ms), statements, rows }
    const level = held_ms > WARN_MS ? 'warn' : 'info'
    log[level]({ origin, ...figures, slowest }, 'the embedded database was held for long: everything else has waited')
  })
}

/** Where a transaction began: the first of our lines that is not of the plumbing; of a single statement its text. */
export function originOf({ origin, slowest }: Hold): string {
  const lines = (origin?.stack ?? '').split('\n').slice(1)
  const ours = lines.find((line) => !/node_modules|node:|db\/embedded\/|crud\/transact/.test(line))
  if (ours)
    return ours
      .trim()
      .replace(/^at (async )?/, '')
      .replace(/file:\/\/\S*?\/((api|db|gateway|messages|scripts|tests)\/)/, '$1')
  return brief(slowest?.text ?? 'nothing')
}

const brief = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 200)

const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]
/** The first statement is compiled and exceeds the limit; no warning is needed. */
const WARN_MS = 1_000
/** Of one origin. */
const LOG_EVERY_MS = 60_000
const MOST_ORIGINS = 1000
