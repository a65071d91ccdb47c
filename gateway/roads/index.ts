import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { cellOf } from './cells.ts'
import { RoadFile } from './file.ts'
import { type Driving, limitAt } from './match.ts'
import type { Order, Progress } from './prepare.worker.ts'

/**
 * The speed limits of roads, from an extract of OpenStreetMap that stays on this server. A file by places is made of it
 * once, in a thread; until it is there, or where it cannot be made, no limit is known.
 */
export class RoadLimits {
  readonly #options: Options
  #roads: RoadFile | null = null
  #worker: Worker | null = null
  #stopped = false
  /** When the limits are known, or cannot be. */
  readonly ready: Promise<void>

  constructor(options: Options) {
    this.#options = options
    this.ready = this.#open().catch((error) => {
      if (!this.#stopped)
        options.log.error({ reason: (error as Error).message }, 'ROADS_FILE: no speed limits of roads')
    })
  }

  async #open(): Promise<void> {
    const { file, data_dir, log } = this.#options
    const { size, mtimeMs } = await stat(file)
    const source = { size, modified_s: Math.floor(mtimeMs / 1000) }
    const path = join(data_dir, 'roads.bin')
    const before = await RoadFile.open(path)
    if (before?.isOf(source)) {
      this.#roads = before
      return
    }
    // Those of the extract before serve until then.
    this.#roads = before
    log.info({ file }, 'reading the roads of ROADS_FILE, which takes minutes once')
    await mkdir(data_dir, { recursive: true })
    const began = Date.now()
    await this.#prepare({ file, path, source })
    if (this.#stopped) return
    this.#roads = await RoadFile.open(path)
    await before?.close()
    log.info({ seconds: Math.round((Date.now() - began) / 1000) }, 'speed limits of roads are known')
  }

  #prepare(order: Order): Promise<void> {
    const worker = new Worker(new URL('./prepare.worker.ts', import.meta.url), { workerData: order })
    this.#worker = worker
    return new Promise((resolve, reject) => {
      worker.on('message', ({ share, failed, done }: Progress) => {
        if (failed !== undefined) reject(new Error(failed))
        else if (done) resolve()
        else this.#options.log.info({ percent: Math.round(share * 100) }, 'reading the roads of ROADS_FILE')
      })
      // The parser throws where nothing can catch it.
      worker.on('error', ({ code }: NodeJS.ErrnoException) =>
        reject(new Error(code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it needs more memory' : UNREADABLE)),
      )
      worker.on('exit', () => reject(new Error('the thread that reads it has ended')))
    })
  }

  /**
   * The limits of the roads that some drive on, in metres per second: `null` where none is known of the road, `undefined`
   * off the roads, and before the limits are known.
   */
  async limitsAt(driving: readonly Driving[]): Promise<(number | null | undefined)[]> {
    const roads = this.#roads
    if (!roads) return driving.map(() => undefined)
    const found: (number | null | undefined)[] = []
    for (const { lon, lat, course } of driving) {
      const place = { lon: lon >= 180 ? lon - 360 : lon, lat, course }
      found.push(limitAt(await roads.piecesOf(cellOf(place.lon, lat)), place))
    }
    return found
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#worker?.terminate()
    await this.ready
    await this.#roads?.close()
    this.#roads = null
  }
}

const UNREADABLE = 'it is not an .osm.pbf file that can be read'

type Options = { file: string; data_dir: string; log: Pick<Logger, 'info' | 'error'> }
