import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DamagedContent, FRAME, open, Sealer, sealedRange, sealedSize, sealWhole } from './frames.ts'

const key = randomBytes(32)

function seal(plain: Buffer, chunk = 10_007): Buffer {
  const sealer = new Sealer(key)
  const frames: Buffer[] = []
  for (let at = 0; at < plain.length; at += chunk) frames.push(...sealer.update(plain.subarray(at, at + chunk)))
  return Buffer.concat([...frames, ...sealer.final()])
}

async function read(sealed: Buffer, size: number, start = 0, end = size): Promise<Buffer> {
  const { from, to } = sealedRange(start, end, size)
  async function* chunks() {
    for (let at = from; at < to; at += 30_011) yield sealed.subarray(at, Math.min(to, at + 30_011))
  }
  const parts: Buffer[] = []
  for await (const part of open(chunks(), key, { start, end, size })) parts.push(part)
  return Buffer.concat(parts)
}

const sizes = [0, 1, FRAME - 1, FRAME, FRAME + 1, 3 * FRAME, 3 * FRAME + 5]

describe('a content at rest', () => {
  it.each(sizes)('of %i bytes is read as it was written', async (size) => {
    const plain = randomBytes(size)
    const sealed = seal(plain)
    expect(sealed.length).toBe(sealedSize(size))
    expect(await read(sealed, size)).toEqual(plain)
  })

  it.each([0, 1, FRAME])('of one frame (%i bytes) is sealed at once as it is in parts', async (size) => {
    const plain = randomBytes(size)
    const sealed = Buffer.concat(sealWhole(key, plain))
    expect(sealed).toEqual(seal(plain))
    expect(await read(sealed, size)).toEqual(plain)
  })

  it('is read in part, across frames', async () => {
    const plain = randomBytes(3 * FRAME + 5)
    const sealed = seal(plain)
    for (const [start, end] of [
      [5, 10],
      [FRAME - 1, FRAME + 1],
      [FRAME, 2 * FRAME],
      [3 * FRAME + 4, 3 * FRAME + 5],
    ]) {
      expect(await read(sealed, plain.length, start, end)).toEqual(plain.subarray(start, end))
    }
  })

  it('shows no run of the plain bytes', () => {
    const plain = Buffer.from('The quick brown fox jumps over the lazy dog. '.repeat(5000))
    const sealed = seal(plain)
    for (let at = 0; at + 16 < 200; at++) expect(sealed.includes(plain.subarray(at, at + 16))).toBe(false)
  })

  const plain = randomBytes(2 * FRAME + 7)
  it.each([
    [
      'changed',
      (sealed: Buffer) => Buffer.concat([sealed.subarray(0, 9), Buffer.from([sealed[9]! ^ 1]), sealed.subarray(10)]),
    ],
    ['cut off', (sealed: Buffer) => sealed.subarray(0, -1)],
    ['cut at a frame', (sealed: Buffer) => sealed.subarray(0, FRAME + 16)],
    ['empty', () => Buffer.alloc(0)],
    [
      'out of order',
      (sealed: Buffer) => {
        const frame = FRAME + 16
        return Buffer.concat([sealed.subarray(frame, 2 * frame), sealed.subarray(0, frame), sealed.subarray(2 * frame)])
      },
    ],
  ])('is refused when it was %s', async (_, change) => {
    await expect(read(change(seal(plain)), plain.length)).rejects.toThrow(DamagedContent)
  })

  it('is refused with another size, such as of a row that was changed', async () => {
    await expect(read(seal(plain), FRAME)).rejects.toThrow(DamagedContent)
  })
})
