import { DeviceConnection } from './connection.ts'
import { Course, nowhere, type Position } from './course.ts'
import type { Dialect } from './dialects/dialect.ts'
import { dialects } from './dialects/index.ts'

/**
 * A tracker with up to `window` packets in flight, each in a slot. The bytes of a slot are overwritten after its
 * acknowledgement, when they have certainly been sent.
 */
export class Device {
  #connection: DeviceConnection
  #options: DeviceOptions
  #dialect: Dialect
  #lag_ms: number
  #bytes: Buffer
  #size: number
  #sent_at: Float64Array
  #course: Course
  #positions: Position[]
  /** Consecutive acknowledged slots are sent in one write: from here to there. */
  #first = 0
  #next = 0
  under_way = 0

  constructor(options: DeviceOptions) {
    this.#options = options
    const { port, index, window, positions = 1, dialect = dialects.mqtt, lag_s = 0 } = options
    this.#dialect = dialect
    this.#lag_ms = lag_s * 1000
    this.#course = new Course(dialect.tick_ms)
    this.#positions = Array.from({ length: positions }, nowhere)
    const packets = Array.from({ length: window }, (_, slot) => dialect.packet(index, slot, positions))
    this.#bytes = Buffer.concat(packets)
    this.#size = this.#bytes.length / Math.max(1, window)
    this.#sent_at = new Float64Array(window)
    this.#connection = new DeviceConnection(
      { port, index, dialect, slots: window },
      {
        welcome: () => options.on_connected(this),
        acknowledged: (slot, now) => this.#acknowledged(slot, now),
        read: () => this.#flush(),
        lost: (error) => options.on_lost(error),
      },
    )
  }

  /** Publishes from all slots. */
  publishAll(): void {
    const now = performance.now()
    for (let slot = 0; slot < this.#options.window; slot++) this.#renew(slot, now)
    this.#write(0, this.#options.window)
  }

  /**
   * Publishes from the only slot.
   *
   * @returns the time of the position
   */
  publishOne(): number {
    this.#renew(0, performance.now())
    this.#write(0, 1)
    return this.#positions.at(-1)!.ts_ms
  }

  close(): void {
    this.#connection.close()
  }

  #acknowledged(slot: number, now: number): void {
    this.under_way--
    if (!this.#options.on_acknowledged(now - this.#sent_at[slot]!)) return
    this.#renew(slot, now)
    if (slot !== this.#next) {
      this.#flush()
      this.#first = slot
    }
    this.#next = slot + 1
  }

  #renew(slot: number, now: number): void {
    const clock_ms = Date.now() - this.#lag_ms
    for (const position of this.#positions) this.#course.drive(position, clock_ms)
    this.#dialect.write(this.#bytes, slot * this.#size, (slot + 1) * this.#size, this.#positions)
    this.#sent_at[slot] = now
    this.under_way++
  }

  #flush(): void {
    if (this.#next > this.#first) this.#write(this.#first, this.#next)
    this.#first = this.#next = 0
  }

  #write(from: number, to: number): void {
    this.#connection.write(this.#bytes.subarray(from * this.#size, to * this.#size))
  }
}

export type DeviceOptions = {
  port: number
  /** Its place in the fleet. */
  index: number
  window: number
  /** In each packet; 1 if not given. */
  positions?: number | undefined
  /** MQTT if not given. */
  dialect?: Dialect
  /** Lag of its clock. */
  lag_s?: number | undefined
  on_connected(device: Device): void
  /** @returns whether to publish again immediately */
  on_acknowledged(ms: number): boolean
  on_lost(error: Error): void
}
