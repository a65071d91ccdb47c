import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads'

/**
 * A clock that is moved: loaded by `--import` before all else, in the main thread and in that of the embedded database,
 * whose `now()` is the Date of its thread. Both read one offset.
 */
const NAME = 'ringfence club year clock'
const shared = isMainThread
  ? new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)
  : (getEnvironmentData(NAME) as unknown as SharedArrayBuffer)
if (isMainThread) setEnvironmentData(NAME, shared as never)
const offset = new Float64Array(shared)
const RealDate = Date
const real = Date.now

class MovedDate extends RealDate {
  constructor(...parts: [] | [value: number | string | Date]) {
    if (parts.length === 0) super(MovedDate.now())
    else super(...(parts as [number]))
  }

  static override now(): number {
    return Math.floor(real() + offset[0]!)
  }
}

if ((globalThis as { clock_is_moved?: boolean }).clock_is_moved !== true) {
  globalThis.Date = MovedDate as DateConstructor
  Object.assign(globalThis, { clock_is_moved: true })
}

/** Moves the clock to a moment, unless it is past that already. @param at milliseconds since 1970 */
export function moveTo(at: number): void {
  offset[0] = Math.max(offset[0]!, at - real())
}
