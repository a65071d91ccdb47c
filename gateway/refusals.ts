import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'

/** Logs refused input, at most once a minute per device. */
export class Refusals {
  #log: Logger
  #metrics: Metrics
  #logged = new Map<string, { at: number; suppressed: number }>()

  constructor(log: Logger, metrics: Metrics) {
    this.#log = log
    this.#metrics = metrics
  }

  note(transport: string, device: string, reason: string): void {
    this.#metrics.reports.inc({ outcome: 'refused' })
    const now = Date.now()
    const before = this.#logged.get(device)
    if (before && now - before.at < 60_000) {
      before.suppressed++
      return
    }
    if (this.#logged.size >= 10_000) this.#logged.clear() // bounds the memory: attackers can invent names
    this.#logged.set(device, { at: now, suppressed: 0 })
    this.#log.warn({ transport, device, reason, suppressed: before?.suppressed || undefined }, 'input refused')
  }
}
