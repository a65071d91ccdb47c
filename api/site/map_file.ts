import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { bytesToHeader, Compression, type Header, TileType } from 'pmtiles'

/** PMTiles §3: the header has 127 bytes. */
const HEADER = 127
/** Larger metadata are not read. */
const MOST_METADATA = 16 * 1024 * 1024
/** What a vector layer of Protomaps' basemap is always called. */
const LAYER = 'earth'

/**
 * Reads the header of a map of streets.
 *
 * @throws {Error} with the reason, as a predicate, if the file cannot be drawn
 */
export function openMapFile(path: string): MapFile {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const header = readHeader(readPart(file, 0, HEADER))
    const { minLon, minLat, maxLon, maxLat } = header
    const kind = kindOf(header)
    if (header.tileDataOffset + (header.tileDataLength ?? 0) > size) throw new Error('is cut off: copy it again')
    if (kind === 'vector') checkLayers(readMetadata(file, header))
    return { kind, bounds: [minLon, minLat, maxLon, maxLat] }
  } finally {
    closeSync(file)
  }
}

function readHeader(bytes: Buffer): Header {
  if (bytes.length < HEADER || bytes.toString('latin1', 0, 7) !== 'PMTiles') throw new Error('is not a PMTiles file')
  if (bytes[7] !== 3) throw new Error(`is PMTiles of version ${bytes[7]}: version 3 is needed`)
  return bytesToHeader(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + HEADER) as ArrayBuffer)
}

function kindOf({ tileType }: Header): MapFile['kind'] {
  if (tileType === TileType.Mvt) return 'vector'
  if ([TileType.Png, TileType.Jpeg, TileType.Webp].includes(tileType)) return 'raster'
  throw new Error('has tiles that are neither vector (MVT) nor PNG, JPEG or WebP')
}

function readMetadata(file: number, header: Header): Metadata {
  const { jsonMetadataOffset, jsonMetadataLength, internalCompression } = header
  if (jsonMetadataLength > MOST_METADATA) throw new Error('has metadata of more than 16 MiB')
  const bytes = readPart(file, jsonMetadataOffset, jsonMetadataLength)
  const limit = { maxOutputLength: 4 * MOST_METADATA }
  if (internalCompression === Compression.Gzip) return JSON.parse(gunzipSync(bytes, limit).toString('utf8'))
  if (internalCompression === Compression.Brotli) return JSON.parse(brotliDecompressSync(bytes, limit).toString('utf8'))
  return JSON.parse(bytes.toString('utf8'))
}

/** The map draws the layers of Protomaps' basemap; tiles of other schemas would leave it empty. */
function checkLayers({ vector_layers = [] }: Metadata): void {
  const names = vector_layers.map(({ id }) => id)
  if (names.includes(LAYER)) return
  const layers = names.length > 0 ? `has the layers ${names.slice(0, 10).join(', ')}` : 'names no layers'
  throw new Error(`${layers}: it is not cut from a Protomaps basemap`)
}

function readPart(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, readSync(file, bytes, 0, length, offset))
}

type Metadata = { vector_layers?: { id: string }[] }
/** @param bounds west, south, east, north */
export type MapFile = { kind: 'vector' | 'raster'; bounds: [number, number, number, number] }
