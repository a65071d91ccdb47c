import { currentCaller } from '#db/cancelling.ts'
import { makeFairLimiter } from '../../http/fair_limiter.ts'

/** Reading files takes processor time of this process: two requests at a time, fairly by user. */
const limiter = makeFairLimiter({ concurrency: 2, per_user: 50, total: 500 })

/** A page from files takes at most this long; a count is an estimate then. */
const PAGE_MS = 15_000
const COUNT_MS = 2_000

/** Reads files under the limit. The signal aborts when the client disconnects, and after 15 s. */
export function limitFiles<T>(user: string, read: (signal: AbortSignal) => Promise<T>, ms = PAGE_MS): Promise<T> {
  return limiter(user, () => {
    const caller = currentCaller()
    const timeout = AbortSignal.timeout(ms)
    return read(caller ? AbortSignal.any([caller, timeout]) : timeout)
  })
}

/** The same for a count. @returns null when it takes too long */
export async function limitCount(user: string, count: (signal: AbortSignal) => Promise<number>) {
  return limitFiles(
    user,
    async (signal) => {
      try {
        return await count(signal)
      } catch (error) {
        if (signal.aborted && !currentCaller()?.aborted) return null
        throw error
      }
    },
    COUNT_MS,
  )
}
