import fineUrl from 'world-atlas/countries-10m.json?url'
import coarseUrl from 'world-atlas/countries-50m.json?url'
import type { LandRequest } from './land.worker.ts'
import type { Box, Land } from './nearby.ts'

/** The coarse world map, for zoom levels up to 5. Null when it fails to load. */
export function worldLand(): Promise<Land | null> {
  return request(coarseUrl, null)
}

/** Land around a box in full detail. */
export function nearbyLand(box: Box): Promise<Land | null> {
  return request(fineUrl, box)
}

const waiting = new Map<number, (land: Land | null) => void>()
let worker: Worker | undefined
let lastId = 0

function request(url: string, box: Box | null): Promise<Land | null> {
  worker ??= start()
  const id = ++lastId
  worker.postMessage({ id, url: new URL(url, location.href).href, box } satisfies LandRequest)
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
