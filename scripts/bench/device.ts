import { connect, type Socket } from 'node:net'
import { area } from './fleet.ts'
import { connectPacket, type Position, publishPacket, writePosition } from './packets.ts'

/**
 * A tracker that drives about and has up to `window` positions under way. A packet identifier is a slot: its bytes are
 * written anew once it was acknowledged, and then they have left for sure.
 */
export class Device {
  #socket: Socket
  #options: DeviceOptions
  #bytes: Buffer
  #size: number
  #sent_at: Float64Array
  #position: Position = {
    lat_e6: Math.round(-1e6 * between(area.south, area.north)),
    lon_e6: Math.round(1e6 * between(area.west, area.east)),
    ts_ms: 0,
    speed_dms: 125,
    heading: Math.floor(between(100, 360)),
  }
  /** Bytes seen of the packet that comes in, and its third byte. */
  #seen = 0
  #third = 0
  #type = 0
  under_way = 0

  constructor(options: DeviceOptions) {
    this.#options = options
    const { index, window } = options
    const packets = Array.from({ length: window }, (_, slot) => publishPacket(index, slot + 1))
    this.#bytes = Buffer.concat(packets)
    this.#size = this.#bytes.length / Math.max(1, window)
    this.#sent_at = new Float64Array(window)
    this.#socket = connect({
      port: options.port,
      host: '127.0.0.1',
      noDelay: true,
      // One buffer for all: what it holds is looked at before the next is read.
      onread: { buffer: received, callback: (length) => this.#read(length) },
    })
    this.#socket.once('connect', () => this.#socket.write(connectPacket(index, 600)))
    this.#socket.once('error', (error) => this.#fail(error))
    this.#socket.once('close', () => this.#fail(new Error('the server closed the connection')))
  }

  /** Publishes from all slots. */
  publishAll(): void {
    const now = performance.now()
    for (let slot = 0; slot < this.#options.window; slot++) this.#renew(slot, now)
    this.#write(0, this.#options.window)
  }

  /** Publishes one position from the first slot. @returns its time */
  publishOne(): number {
    this.#renew(0, performance.now())
    this.#write(0, 1)
    return this.#position.ts_ms
  }

  close(): void {
    this.#options.on_lost = () => {}
    this.#socket.destroy()
  }

  /** All that a broker says to such a device, CONNACK and PUBACK, is four bytes long. MQTT 3.1.1 §3.2, §3.4. */
  #read(length: number): boolean {
    const now = performance.now()
    // Slots that were acknowledged in a row are sent in one piece.
    let first = 0
    let next = 0
    for (let i = 0; i < length; i++) {
      const byte = received[i]!
      if (this.#seen === 0) this.#type = byte
      else if (this.#seen === 2) this.#third = byte
      if (this.#seen < 3) {
        this.#seen++
        continue
      }
      this.#seen = 0
      if (this.#type === 0x40) {
        const slot = ((this.#third << 8) | byte) - 1
        this.under_way--
        if (this.#options.on_acknowledged(now - this.#sent_at[slot]!)) {
          this.#renew(slot, now)
          if (slot !== next || next === first) {
            if (next > first) this.#write(first, next)
            first = slot
          }
          next = slot + 1
        }
      } else if (this.#type === 0x20 && byte === 0) this.#options.on_connected(this)
      else this.#fail(new Error(`the server answered ${this.#type.toString(16)} ${byte}`))
    }
    if (next > first) this.#write(first, next)
    return true
  }

  #renew(slot: number, now: number): void {
    drive(this.#position)
    writePosition(this.#bytes, (slot + 1) * this.#size, this.#position)
    this.#sent_at[slot] = now
    this.under_way++
  }

  #write(from: number, to: number): void {
    this.#socket.write(this.#bytes.subarray(from * this.#size, to * this.#size))
  }

  #fail(error: Error): void {
    this.#options.on_lost(error)
    this.#socket.destroy()
  }
}

const received = Buffer.alloc(64 * 1024)

/** A few metres on, more or less straight ahead, never twice at one time. */
function drive(position: Position): void {
  const turned = position.heading + Math.round((Math.random() - 0.5) * 20)
  position.heading = turned < 100 ? turned + 260 : turned >= 360 ? turned - 260 : turned
  position.speed_dms = Math.min(299, Math.max(100, position.speed_dms + Math.round((Math.random() - 0.5) * 8)))
  const angle = (position.heading * Math.PI) / 180
  position.lat_e6 = clamp(position.lat_e6 - Math.round(position.speed_dms * Math.cos(angle)), -area.north, -area.south)
  position.lon_e6 = clamp(position.lon_e6 + Math.round(position.speed_dms * Math.sin(angle)), area.west, area.east)
  position.ts_ms = Math.max(Date.now(), position.ts_ms + 1)
}

const clamp = (value_e6: number, min: number, max: number) => Math.min(max * 1e6, Math.max(min * 1e6, value_e6))
const between = (min: number, max: number) => min + Math.random() * (max - min)

export type DeviceOptions = {
  port: number
  /** Its place in the fleet. */
  index: number
  window: number
  on_connected(device: Device): void
  /** @returns whether to publish again at once */
  on_acknowledged(ms: number): boolean
  on_lost(error: Error): void
}
