import { createHash, hash } from 'node:crypto'

/**
 * The digests of a file: SHA-256 of each of its blocks of 16 KiB, the last of which may be shorter, one after another in
 * base64. With them a small part of a large file is verified without reading the rest.
 */
export const BLOCK = 16 * 1024

/** Computes the digests of bytes that come in chunks of any size. */
export class BlockHasher {
  readonly #digests: Buffer[] = []
  #hash = createHash('sha256')
  #filled = 0

  update(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      const taken = Math.min(BLOCK - this.#filled, chunk.length - at)
      this.#hash.update(chunk.subarray(at, at + taken))
      this.#filled += taken
      at += taken
      if (this.#filled === BLOCK) this.#close()
    }
  }

  /** Once, after the last chunk. */
  finish(): string {
    if (this.#filled > 0) this.#close()
    return Buffer.concat(this.#digests).toString('base64')
  }

  #close(): void {
    this.#digests.push(this.#hash.digest())
    this.#hash = createHash('sha256')
    this.#filled = 0
  }
}

/**
 * Reads a range of a file, and the whole blocks that it touches, which are compared with their digests.
 *
 * @param digests of all blocks
 * @throws {Error} when a block is not what was written
 */
export async function readVerified({ from, to, bytes, digests, read }: VerifiedRange): Promise<ArrayBuffer> {
  const first = Math.floor(from / BLOCK)
  const begin = first * BLOCK
  const end = Math.min(bytes, Math.ceil(to / BLOCK) * BLOCK)
  const found = await read(begin, end)
  for (let at = begin, number = first; at < end; at += BLOCK, number++) {
    const block = new Uint8Array(found, at - begin, Math.min(BLOCK, end - at))
    const expected = digests.subarray(number * SIZE, (number + 1) * SIZE)
    if (!expected.equals(hash('sha256', block, 'buffer'))) throw new Error(NOT_AS_WRITTEN)
  }
  return begin === from && end === to ? found : found.slice(from - begin, to - begin)
}

/** @throws {Error} when there are not as many digests as a file of this size has blocks */
export function parseDigests(text: string, bytes: number): Buffer {
  const digests = Buffer.from(text, 'base64')
  if (digests.length !== Math.ceil(bytes / BLOCK) * SIZE) throw new Error('its digests are not those of its size')
  return digests
}

export const NOT_AS_WRITTEN = 'its bytes are not those that were written'
/** Bytes of a digest. */
const SIZE = 32

type VerifiedRange = {
  from: number
  to: number
  bytes: number
  digests: Buffer
  read(from: number, to: number): Promise<ArrayBuffer>
}
