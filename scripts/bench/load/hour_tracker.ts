import { DeviceConnection } from './connection.ts'
import { Course, nowhere, type Position } from './course.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { Histogram } from './histogram.ts'

/**
 * A realistic tracker: reports at its interval, buffers unacknowledged reports, loses its connection at times, and
 * sends the buffer after reconnecting.
 */
export class Tracker {
  #options: TrackerOptions
  #course: Course
  #connection: DeviceConnection | null = null
  #ready = false
  #kept: Position[] = []
  #free: number[] = []
  #sent = new Map<number, { positions: Position[]; at: number }>()
  #timers = new Set<NodeJS.Timeout>()

  constructor(options: TrackerOptions) {
    this.#options = options
    this.#course = new Course(options.dialect.tick_ms)
  }

  /** @returns when it is signed in; it keeps retrying */
  connect(): Promise<void> {
    // It may have reconnected in the meantime.
    if (this.#connection) return Promise.resolve()
    const { port, index, dialect, slots } = this.#options
    this.#free = Array.from({ length: slots }, (_, slot) => slot)
    return new Promise((resolve) => {
      this.#connection = new DeviceConnection(
        { port, index, dialect, slots },
        {
          welcome: () => {
            this.#ready = true
            this.#send()
            resolve()
          },
          acknowledged: (slot, now) => this.#acknowledged(slot, now),
          lost: (error) => {
            const { lost } = this.#options.tally
            lost.set(error.message, (lost.get(error.message) ?? 0) + 1)
            this.#part()
            this.#after(RETRY_S * 1000, () => this.connect().then(resolve))
          },
        },
      )
    })
  }

  /** Reports until the clock reaches `end_ms`. */
  drive(end_ms: number): void {
    const { interval_s, clock } = this.#options
    const report = (due_ms: number) => {
      if (due_ms > end_ms) return
      const position = nowhere()
      this.#course.drive(position, due_ms)
      this.#options.tally.reports++
      this.#kept.push(position)
      this.#send()
      const next_ms = due_ms + interval_s * 1000
      this.#after(next_ms - clock.now(), () => report(next_ms))
    }
    const first_ms = clock.now() + Math.random() * interval_s * 1000
    this.#after(first_ms - clock.now(), () => report(first_ms))
    this.#loseConnection(end_ms)
  }

  /** Whether all its reports are acknowledged. */
  get finished(): boolean {
    return this.#kept.length === 0 && this.#sent.size === 0
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#part()
  }

  #loseConnection(end_ms: number): void {
    const { clock, tally } = this.#options
    const lost_ms = clock.now() + exponential(CONNECTED_S) * 1000
    if (lost_ms > end_ms) return
    this.#after(lost_ms - clock.now(), () => {
      this.#part()
      tally.reconnects++
      // All trackers are connected again at the end of the hour.
      const away_ms = Math.min(exponential(AWAY_S) * 1000, Math.max(0, end_ms - clock.now()))
      this.#after(away_ms, () => this.connect().then(() => this.#loseConnection(end_ms)))
    })
  }

  #send(): void {
    const { dialect, index, positions: most, tally } = this.#options
    tally.most_kept = Math.max(tally.most_kept, this.#kept.length)
    while (this.#ready && this.#kept.length > 0 && this.#free.length > 0) {
      const slot = this.#free.pop()!
      const positions = this.#kept.splice(0, most)
      const bytes = dialect.packet(index, slot, positions.length)
      dialect.write(bytes, 0, bytes.length, positions)
      this.#sent.set(slot, { positions, at: performance.now() })
      this.#connection!.write(bytes)
    }
  }

  #acknowledged(slot: number, now: number): void {
    const { tally } = this.#options
    const { positions, at } = this.#sent.get(slot)!
    this.#sent.delete(slot)
    this.#free.push(slot)
    for (let i = 0; i < positions.length; i++) tally.histogram.add(now - at)
    this.#send()
  }

  /** Closes the connection. Unacknowledged reports are sent again first, in their order. */
  #part(): void {
    this.#connection?.close()
    this.#connection = null
    this.#ready = false
    const unsure = [...this.#sent.values()].flatMap(({ positions }) => positions)
    this.#options.tally.sent_again += unsure.length
    this.#sent.clear()
    this.#kept.unshift(...unsure)
  }

  /** @param ms by the tracker's clock */
  #after(ms: number, work: () => void): void {
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer)
        work()
      },
      Math.max(0, ms / this.#options.clock.speed),
    )
    this.#timers.add(timer)
  }
}

/** Mean durations of connections and of interruptions. */
const CONNECTED_S = 20 * 60
const AWAY_S = 3 * 60
const RETRY_S = 10

const exponential = (mean: number) => -mean * Math.log(1 - Math.random())

/** An accelerated clock. */
export type Clock = { speed: number; now(): number }

/** Counters over all trackers; the histogram counts acknowledged reports. */
export type Tally = {
  histogram: Histogram
  reports: number
  sent_again: number
  reconnects: number
  most_kept: number
  /** Reasons of unexpected disconnections, with their counts. */
  lost: Map<string, number>
}

export type TrackerOptions = {
  port: number
  index: number
  dialect: Dialect
  /** Packets in flight, and maximum positions in a packet. */
  slots: number
  positions: number
  interval_s: number
  clock: Clock
  tally: Tally
}
