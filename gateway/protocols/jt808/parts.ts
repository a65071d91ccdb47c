import type { Frame } from './wire.ts'

/**
 * Puts a message together that was sent in parts, whose serials follow each other. One message at a time: what is sent
 * in parts is large, and a connection has little memory.
 */
export class Parts {
  #type = 0
  #first = 0
  #parts: (Buffer | undefined)[] = []
  #bytes = 0

  /** @returns the whole body once all parts are there */
  add({ type, serial, part, body }: Frame): Buffer | null {
    const { count, index } = part!
    if (index < 1 || index > count || count > MAX_PARTS) return null
    const first = (serial - index + 1) & 0xffff
    if (type !== this.#type || first !== this.#first || count !== this.#parts.length) {
      this.#type = type
      this.#first = first
      this.#parts = Array.from({ length: count })
      this.#bytes = 0
    }
    if (this.#parts[index - 1] === undefined) this.#bytes += body.length
    // Pictures and the like are not supported and not kept.
    if (this.#bytes > MAX_BYTES || !KEPT.includes(type)) return null
    this.#parts[index - 1] = Buffer.from(body)
    if (this.#parts.includes(undefined)) return null
    const whole = Buffer.concat(this.#parts as Buffer[])
    this.#parts = []
    return whole
  }
}

const MAX_PARTS = 256
const MAX_BYTES = 64 * 1024
/** Stored locations, pass-through, parameters, properties, text. */
const KEPT = [0x0704, 0x0210, 0x0900, 0x0104, 0x0107, 0x0200, 0x6006, 0x0701, 0x0705]
