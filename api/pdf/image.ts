import { inflateSync } from 'node:zlib'
import { imageSize } from 'image-size'

/** Pixels of an image that is drawn: four bytes of memory each while it is decoded. */
const MAX_PIXELS = 4_000_000

/** @returns the sentence that refuses an image of too many pixels, or of unknown size; null for others */
export function refusalOfSize({ width, height }: Size): string | null {
  if (!width || !height) return 'this image cannot be read'
  if (width * height <= MAX_PIXELS) return null
  return `this image has ${width} × ${height} pixels, and may have ${MAX_PIXELS / 1_000_000} million in all`
}

/** The same by the header of a PNG or JPEG. The bytes are not decoded. */
export function refusalOfImage(bytes: Uint8Array): string | null {
  try {
    const { width, height, type } = imageSize(bytes)
    return refusalOfSize(type === 'png' || type === 'jpg' ? { width, height } : unknown)
  } catch {
    return refusalOfSize(unknown)
  }
}

/**
 * Whether an image can be decoded within its limit of pixels. The header of a PNG may be followed by another one, and by
 * more pixels than it says: both would be decoded.
 */
export function isSafeImage(bytes: Uint8Array): boolean {
  if (refusalOfImage(bytes) !== null) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const is_jpeg = view.getUint16(0) === 0xffd8
  if (is_jpeg) return true
  if (view.getUint32(12) !== IHDR) return false
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const parts: Uint8Array[] = []
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const type = view.getUint32(at + 4)
    if (type === IHDR && at > 8) return false
    if (type === IDAT) parts.push(bytes.subarray(at + 8, at + 8 + view.getUint32(at)))
  }
  // At most 8 bytes a pixel, and a filter byte a row in each of the seven passes of an interlaced image (PNG §8).
  const maxOutputLength = 8 * width * height + 7 * (height + 1)
  try {
    inflateSync(Buffer.concat(parts), { maxOutputLength })
    return true
  } catch {
    return false
  }
}

const IHDR = 0x49484452
const IDAT = 0x49444154
const unknown = { width: null, height: null }

type Size = { width: number | null; height: number | null }
