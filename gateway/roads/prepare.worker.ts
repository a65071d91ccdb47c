import { parentPort, workerData } from 'node:worker_threads'
import { type Source, writeRoadFile } from './file.ts'
import { Refused, readRoads } from './ways.ts'

/** The thread that makes a file of roads from an extract. */
const { file, path, source } = workerData as Order
let said = 0
/** How much of the work lies between two messages. */
const STEP = 0.1
try {
  const roads = await readRoads(file, (passes) => {
    const share = passes / 2
    if (share < said + STEP) return
    said = share
    parentPort!.postMessage({ share } satisfies Progress)
  })
  await writeRoadFile(path, roads, source)
  parentPort!.postMessage({ share: 1, done: true } satisfies Progress)
} catch (error) {
  if (!(error instanceof Refused)) throw error
  parentPort!.postMessage({ share: said, failed: error.message } satisfies Progress)
}

export type Order = { file: string; path: string; source: Source }
/** @property share how much of the work is done; `failed` says why it was given up */
export type Progress = { share: number; done?: boolean; failed?: string }
