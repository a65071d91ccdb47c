import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto'

/**
 * The format of a content at rest: AES-256-GCM in frames of 64 KiB by the STREAM construction (Hoang, Reyhanitabar,
 * Rogaway, Vizár 2015). The nonce of a frame is its number and whether it is the last, so frames can be read one by
 * one, and none can be moved, repeated or cut off. Each content has a key of its own, so the nonce needs no prefix.
 */
export const FRAME = 64 * 1024
const TAG = 16
export const SEALED_FRAME = FRAME + TAG

/** The size at rest. An empty content is one empty frame. */
export const sealedSize = (size: number) => size + TAG * frameCount(size)

const frameCount = (size: number) => Math.max(1, Math.ceil(size / FRAME))

/** Encrypts a content, chunk by chunk. */
export class Sealer {
  #key: KeyObject
  #number = 0
  #pending = Buffer.allocUnsafe(FRAME)
  #filled = 0

  constructor(key: Buffer) {
    // Prepared once: a cipher of raw bytes would do so for each frame.
    this.#key = createSecretKey(key)
  }

  /** @returns the frames that are complete and certainly not the last */
  update(chunk: Buffer): Buffer[] {
    const frames: Buffer[] = []
    for (let at = 0; at < chunk.length; ) {
      if (this.#filled === FRAME) frames.push(...this.#seal(false))
      const taken = chunk.copy(this.#pending, this.#filled, at, at + FRAME - this.#filled)
      this.#filled += taken
      at += taken
    }
    return frames
  }

  /** @returns the last frame */
  final(): Buffer[] {
    return this.#seal(true)
  }

  #seal(last: boolean): Buffer[] {
    const cipher = createCipheriv(ALGORITHM, this.#key, nonceOf(this.#number++, last))
    const body = cipher.update(this.#pending.subarray(0, this.#filled))
    cipher.final()
    this.#filled = 0
    return [body, cipher.getAuthTag()]
  }
}

/** A content that fits into one frame, encrypted at once. */
export function sealWhole(key: Buffer, plain: Buffer): Buffer[] {
  if (plain.length > FRAME) throw new RangeError('A frame is smaller.')
  const cipher = createCipheriv(ALGORITHM, key, nonceOf(0, true))
  const body = cipher.update(plain)
  cipher.final()
  return [body, cipher.getAuthTag()]
}

/** The bytes at rest that hold the plain bytes from `start` to before `end`. */
export function sealedRange(start: number, end: number, size: number): { from: number; to: number } {
  const first = Math.floor(start / FRAME)
  const last = Math.max(first, Math.ceil(end / FRAME) - 1)
  return { from: first * SEALED_FRAME, to: Math.min((last + 1) * SEALED_FRAME, sealedSize(size)) }
}

/**
 * Decrypts the bytes at rest of `sealedRange`.
 *
 * @throws {DamagedContent} when they were changed or cut off
 */
export async function* open(
  sealed: AsyncIterable<Buffer>,
  key: Buffer,
  { start, end, size }: Range,
): AsyncGenerator<Buffer> {
  const last = frameCount(size) - 1
  const prepared = createSecretKey(key)
  let number = Math.floor(start / FRAME)
  for await (const frame of framesOf(sealed)) {
    const plain = openFrame(frame, prepared, number, number === last)
    const offset = number * FRAME
    const part = plain.subarray(Math.max(0, start - offset), Math.max(0, end - offset))
    number++
    if (part.length > 0) yield part
  }
  if (number * FRAME < end || number === 0) throw new DamagedContent()
}

function openFrame(frame: Buffer, key: KeyObject, number: number, last: boolean): Buffer {
  if (frame.length < TAG) throw new DamagedContent()
  const decipher = createDecipheriv(ALGORITHM, key, nonceOf(number, last), { authTagLength: TAG })
  decipher.setAuthTag(frame.subarray(frame.length - TAG))
  const plain = decipher.update(frame.subarray(0, frame.length - TAG))
  try {
    decipher.final()
  } catch {
    throw new DamagedContent()
  }
  return plain
}

/** Cuts chunks of any size into frames; the last one may be shorter. */
async function* framesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    let bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    while (bytes.length >= SEALED_FRAME) {
      yield bytes.subarray(0, SEALED_FRAME)
      bytes = bytes.subarray(SEALED_FRAME)
    }
    rest = bytes
  }
  if (rest.length > 0) yield rest
}

function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = last ? 1 : 0
  return nonce
}

/** The bytes at rest are not those that were written. */
export class DamagedContent extends Error {
  override name = 'DamagedContent'
  constructor() {
    super('The stored bytes are damaged.')
  }
}

const ALGORITHM = 'aes-256-gcm'

type Range = { start: number; end: number; size: number }
