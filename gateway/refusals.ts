import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'

/** Logs why input was refused: once for each device and minute, however often it comes. */
export class Refusals {
  #log: Logger
  #metrics: Metrics
  #noted = new Map<string, { at: number; unsaid: number }>()

  constructor(log: Logger, metrics: Metrics) {
    this.#log = log
    this.#metrics = metrics
  }

  note(transport: string, device: string, reason: string): void {
    this.#metrics.reports.inc({ outcome: 'refused' })
    const now = Date.now()
    const before = this.#noted.get(device)
    if (before && now - before.at < 60_000) {
      before.unsaid++
      return
    }
    if (this.#noted.size >= 10_000) this.#noted.clear() // bounded, whatever names attackers think up
    this.#noted.set(device, { at: now, unsaid: 0 })
    this.#log.warn({ transport, device, reason, unsaid: before?.unsaid || undefined }, 'input refused')
  }
}
