import { crc32, deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readPdf } from '../../tests/pdf.ts'
import { makePdf } from './document.ts'
import { isSafeImage, refusalOfImage } from './image.ts'

const about = { title: 'Logo', author: 'Logo', created_at: new Date(0) }
const draw = async (image: Buffer) =>
  (await readPdf(await makePdf(about, (pdf) => pdf.image(image, { alt: 'Logo', width: 10, height: 10 })))).roles

it('draws a picture within the limit', async () => {
  const image = png(header(2000, 2000), pixels(2000, 2000))
  expect(refusalOfImage(image)).toBeNull()
  expect(await draw(image)).toContain('Figure')
})

it.each([
  ['many pixels in few bytes', png(header(8000, 8000), pixels(8000, 8000))],
  ['many pixels, and no data', png(header(65_000, 65_000))],
  ['another header behind the first', png(header(1, 1), header(8000, 8000), pixels(8000, 8000))],
  ['more data than its header says', png(header(1, 1), pixels(8000, 8000))],
  ['data that is not deflated', png(header(8, 8), chunk('IDAT', Buffer.alloc(100)))],
  ['no size', png(header(0, 0))],
  ['no header', Buffer.from('GIF89a'.padEnd(40, 'x'))],
  ['nothing', Buffer.alloc(0)],
])('leaves a picture out that has %s', async (_what, image) => {
  expect(isSafeImage(image)).toBe(false)
  expect(await draw(image)).not.toContain('Figure')
})

it('says how many pixels it may have', () => {
  const sentence = 'this image has 8000 × 8000 pixels, and may have 4 million in all'
  expect(refusalOfImage(png(header(8000, 8000)))).toBe(sentence)
})

/** Eight bits of grey. */
function header(width: number, height: number): Buffer {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0])
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  return chunk('IHDR', data)
}

function pixels(width: number, height: number): Buffer {
  return chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height)))
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

function png(...chunks: Buffer[]): Buffer {
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks, chunk('IEND', Buffer.alloc(0))])
}
