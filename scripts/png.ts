import { crc32, deflateSync } from 'node:zlib'

/** A grey PNG, of few bytes for its pixels. */
export function greyPng(width: number, height: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const chunks = [
    ['IHDR', header],
    ['IDAT', deflateSync(Buffer.alloc((width + 1) * height))],
    ['IEND', Buffer.alloc(0)],
  ] as const
  const parts = chunks.flatMap(([type, data]) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return [length, body, check]
  })
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}
