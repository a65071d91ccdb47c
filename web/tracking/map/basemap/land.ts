import fineUrl from 'world-atlas/countries-10m.json?url'
import coarseUrl from 'world-atlas/countries-50m.json?url'
import coastUrl from './coast_nz.json?url'
import type { LandRequest } from './land.worker.ts'
import type { Box, Land } from './nearby.ts'

/** The coarse world map, for zoom levels up to 5. Null when it fails to load. */
export function worldLand(): Promise<Land | null> {
  world ??= request(coarseUrl, null, null).then((land) => {
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
export async function nearbyLand(box: Box, coast: Coast): Promise<Land | null> {
  if (coast !== 'only') await worldLand()
  return request(coast === 'only' ? null : fineUrl, box, coast === 'none' ? null : coastUrl)
}

export type Coast = 'none' | 'also' | 'only'

let world: Promise<Land | null> | undefined
const waiting = new Map<number, (land: Land | null) => void>()
let worker: Worker | undefined
let lastId = 0

function request(url: string | null, box: Box | null, coast: string | null): Promise<Land | null> {
  worker ??= start()
  const id = ++lastId
  const address = (path: string) => new URL(path, location.href).href
  worker.postMessage({ id, url: url && address(url), box, coast_url: coast && address(coast) } satisfies LandRequest)
  return new Promise((resolve) => waiting.set(id, resolve))
}

function start(): Worker {
  const started = new Worker(new URL('./land.worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<{ id: number; answer: Land | null }>) => {
    waiting.get(data.id)?.(data.answer)
    waiting.delete(data.id)
  })
  return started
}
