import fineUrl from 'world-atlas/countries-10m.json?url'
import coarseUrl from 'world-atlas/countries-50m.json?url'
import type { LandQuestion } from './land.worker.ts'
import type { Box, Land } from './nearby.ts'

/** The coarse world map, for zoom levels up to 5. Null when it fails to load. */
export function worldLand(): Promise<Land | null> {
  return question(coarseUrl, null)
}

/** Land around a box in full detail. */
export function nearbyLand(box: Box): Promise<Land | null> {
  return question(fineUrl, box)
}

const waiting = new Map<number, (land: Land | null) => void>()
let worker: Worker | undefined
let asked = 0

function question(url: string, box: Box | null): Promise<Land | null> {
  worker ??= start()
  const ask = ++asked
  worker.postMessage({ ask, url: new URL(url, location.href).href, box } satisfies LandQuestion)
  return new Promise((resolve) => waiting.set(ask, resolve))
}

function start(): Worker {
  const started = new Worker(new URL('./land.worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<{ ask: number; answer: Land | null }>) => {
    waiting.get(data.ask)?.(data.answer)
    waiting.delete(data.ask)
  })
  return started
}
