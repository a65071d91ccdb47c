import { addProtocol } from 'maplibre-gl'
import fineUrl from 'world-atlas/countries-10m.json?url'
import coarseUrl from 'world-atlas/countries-50m.json?url'
import coastUrl from './coast_nz.json?url'
import type { LandAnswer, LandRead, LandRequest, ReadRequest, TileRequest } from './land.worker.ts'
import type { Box } from './nearby.ts'

/** The coarse world map, for zoom levels up to 5. Null when it fails to load. */
export function worldLand(): Promise<LandRead | null> {
  world ??= read(coarseUrl, null, null).then((land) => {
    if (!land) world = undefined
    return land
  })
  return world
}

/**
 * Land around a box in full detail. It is loaded after the coarse map, which is drawn in the meantime, except where it
 * is all there is.
 *
 * @param coast whether New Zealand's finer coast is used, and whether it is all there is in the box
 */
export async function nearbyLand(box: Box, coast: Coast): Promise<LandRead | null> {
  if (coast !== 'only') await worldLand()
  return read(coast === 'only' ? null : fineUrl, box, coast === 'none' ? null : coastUrl)
}

/** Its tiles are empty from now on. */
export function forgetLand({ id }: LandRead): void {
  worker?.postMessage({ kind: 'forget', id } satisfies LandRequest)
}

/** The address of the tiles of land. */
export const addressOf = ({ id }: LandRead) => `land://${id}/{z}/{x}/{y}`

// The worker that reads the land also cuts it: MapLibre copies what it is given as GeoJSON to a worker of its own, point
// by point, which took more of a map's load than drawing it.
addProtocol('land', async ({ url }) => {
  const [land, z, x, y] = url.slice('land://'.length).split('/').map(Number) as [number, number, number, number]
  return { data: await ask<Uint8Array>({ kind: 'tile', land, z, x, y }) }
})

export type Coast = 'none' | 'also' | 'only'

let world: Promise<LandRead | null> | undefined
const waiting = new Map<number, (answer: LandAnswer['answer']) => void>()
let worker: Worker | undefined
let lastId = 0

function read(url: string | null, box: Box | null, coast: string | null): Promise<LandRead | null> {
  const address = (path: string | null) => path && new URL(path, location.href).href
  return ask({ kind: 'read', url: address(url), box, coast_url: address(coast) })
}

function ask<Answer extends LandAnswer['answer']>(
  request: Without<ReadRequest> | Without<TileRequest>,
): Promise<Answer> {
  worker ??= start()
  const id = ++lastId
  worker.postMessage({ ...request, id } satisfies LandRequest)
  return new Promise((resolve) => waiting.set(id, resolve as (answer: LandAnswer['answer']) => void))
}

function start(): Worker {
  const started = new Worker(new URL('./land.worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<LandAnswer>) => {
    waiting.get(data.id)?.(data.answer)
    waiting.delete(data.id)
  })
  return started
}

type Without<Request> = Omit<Request, 'id'>
