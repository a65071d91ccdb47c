import { type Coast, type CoastFile, coastIn, readCoast, withoutCoast } from './coast.ts'
import { type Box, type Land, landIn, overlap, type Piece, toPieces, type World } from './nearby.ts'

// Parsing the 10 m coastline takes a while, so it is done in a worker.
addEventListener('message', async ({ data: { id, url, box, coast_url } }: MessageEvent<LandRequest>) => {
  try {
    const [{ world, pieces }, coast] = await Promise.all([
      url === null ? nothing : once(url, readWorld),
      coast_url === null ? null : once(coast_url, async (file: CoastFile) => readCoast(file)),
    ])
    postMessage({ id, answer: box && coast && overlap(coast.box, box) ? withCoast(coast) : landIn(world, pieces, box) })

    function withCoast(coast: Coast): Land {
      const coordinates = coastIn(coast, box!)
      const fine = { type: 'MultiPolygon' as const, coordinates }
      return { ...landIn(world, withoutCoast(pieces, coast), box), fine }
    }
  } catch {
    postMessage({ id, answer: null })
  }
})

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

/** @param url null: the coast alone. @param box null: the whole world */
export type LandRequest = { id: number; url: string | null; box: Box | null; coast_url: string | null }
