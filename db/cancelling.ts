import { AsyncLocalStorage } from 'node:async_hooks'
import { QUERY_CANCELED } from './errors.ts'

const callers = new AsyncLocalStorage<AbortSignal>()

/**
 * Runs work whose statements are stopped when `signal` aborts, on a pool that can do so: a statement that has begun is
 * cancelled, one that has not fails at once, and the transaction around it is rolled back.
 */
export function cancelledBy<T>(signal: AbortSignal, work: () => T): T {
  return callers.run(signal, work)
}

/** Who waits for what is done here, if they can leave. */
export const currentCaller = (): AbortSignal | undefined => callers.getStore()

/** The statement that was not begun. Its code is PostgreSQL's `query_canceled`. */
export class Cancelled extends Error {
  override name = 'Cancelled'
  readonly code = QUERY_CANCELED

  constructor() {
    super('Nobody waits for this statement any more.')
  }
}
