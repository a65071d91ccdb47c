import { type Coast, type CoastFile, coastIn, readCoast, withoutCoast } from './coast.ts'
import { deepest } from './detail.ts'
import { type Box, type Land, landIn, overlap, type Piece, toPieces, type World } from './nearby.ts'
import { LandTiles } from './tiles.ts'

// Reading the coastlines and cutting them into tiles takes a while, so it is done in a worker.
addEventListener('message', async ({ data }: MessageEvent<LandRequest>) => {
  if (data.kind === 'forget') tilesOf.delete(data.id)
  else if (data.kind === 'tile') sendTile(data)
  else postMessage({ id: data.id, answer: await readLand(data).catch(() => null) } satisfies LandAnswer)
})

const tilesOf = new Map<number, LandTiles>()

/** An empty tile where the land has been forgotten: its map has land of another box. */
function sendTile({ id, land, z, x, y }: TileRequest) {
  const answer = tilesOf.get(land)?.tile(z, x, y) ?? new Uint8Array()
  postMessage({ id, answer } satisfies LandAnswer, { transfer: [answer.buffer as ArrayBuffer] })
}

async function readLand({ id, url, box, coast_url }: ReadRequest): Promise<LandRead> {
  const [{ world, pieces }, coast] = await Promise.all([
    url === null ? nothing : once(url, readWorld),
    coast_url === null ? null : once(coast_url, async (file: CoastFile) => readCoast(file)),
  ])
  const isFine = box !== null && coast !== null && overlap(coast.box, box)
  const land = isFine ? withCoast(world, pieces, coast, box) : landIn(world, pieces, box)
  tilesOf.set(id, new LandTiles(land, box, box ? deepest.near : deepest.world))
  return { id, fine: isFine }
}

function withCoast(world: World, pieces: Piece[], coast: Coast, box: Box): Land {
  const fine = { type: 'MultiPolygon' as const, coordinates: coastIn(coast, box) }
  return { ...landIn(world, withoutCoast(pieces, coast), box), fine }
}

/** Where the finer coast is enough. */
const nothing = { world: { type: 'Topology', arcs: [], objects: {} } as unknown as World, pieces: [] as Piece[] }

const files = new Map<string, Promise<unknown>>()

/** Reads a file once; one that failed to load is read again. */
function once<File, Result>(url: string, read: (file: File) => Promise<Result>): Promise<Result> {
  const before = files.get(url) as Promise<Result> | undefined
  if (before) return before
  const result = (async () => {
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${url} answers ${response.status}`)
    return read(await response.json())
  })()
  files.set(url, result)
  result.catch(() => files.delete(url))
  return result
}

async function readWorld(world: World): Promise<{ world: World; pieces: Piece[] }> {
  return { world, pieces: toPieces(world) }
}

export type LandRequest = ReadRequest | TileRequest | { kind: 'forget'; id: number }
/** @param url null: the coast alone. @param box null: the whole world */
export type ReadRequest = { kind: 'read'; id: number; url: string | null; box: Box | null; coast_url: string | null }
/** @param land the id of the request that read it */
export type TileRequest = { kind: 'tile'; id: number; land: number; z: number; x: number; y: number }
/** @param fine whether it has New Zealand's finer coast */
export type LandRead = { id: number; fine: boolean }
export type LandAnswer = { id: number; answer: LandRead | Uint8Array | null }
