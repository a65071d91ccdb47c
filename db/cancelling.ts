import { AsyncLocalStorage } from 'node:async_hooks'
import { QUERY_CANCELED } from './errors.ts'

const callers = new AsyncLocalStorage<AbortSignal | undefined>()

/**
 * Cancels the statements of `work` when `signal` aborts, on a pool that supports it: a running statement is cancelled,
 * a queued one fails immediately, and the transaction is rolled back.
 */
export function cancelledBy<T>(signal: AbortSignal, work: () => T): T {
  return callers.run(signal, work)
}

/** Runs work that continues when the client of the present request disconnects. */
export function uncancelled<T>(work: () => T): T {
  return callers.run(undefined, work)
}

/** The abort signal of the client that the current work is for, if any. */
export const currentCaller = (): AbortSignal | undefined => callers.getStore()

/** A statement that was not started. Its code is PostgreSQL's `query_canceled`. */
export class Cancelled extends Error {
  override name = 'Cancelled'
  readonly code = QUERY_CANCELED

  constructor() {
    super('Nobody waits for this statement any more.')
  }
}
