import { AppError } from '../../http/errors.ts'

/**
 * What a provider did instead of the work.
 *
 * - `refused`: it will not do it, and says why; people mend it and retry by hand
 * - `limited`: too many calls; retried after `retry_after_s`, without counting as an attempt
 * - `unauthorized`: the access token has ended
 * - `disconnected`: the connection has ended at the provider's; people connect again
 * - `away`: no answer, or a failure of the provider; the outcome is unknown, so the same call is repeated
 */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly kind: ProviderErrorKind
  readonly retry_after_s: number

  /** @param message for people, without secrets */
  constructor(kind: ProviderErrorKind, message: string, retry_after_s = 0) {
    super(message.slice(0, 500))
    this.kind = kind
    this.retry_after_s = retry_after_s
  }
}

/** The error of a request that waited for a provider. */
export function toAppError(error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error
  if (error.kind === 'refused') return new AppError('not_possible', error.message)
  if (error.kind === 'limited') return new AppError('too_many_requests', error.message, undefined, error.retry_after_s)
  if (error.kind === 'away') return new AppError('unavailable', error.message)
  return new AppError('not_possible', `${error.message} Please connect again.`)
}

/** Waits for a provider, within a request. */
export const orAppError = <T>(work: Promise<T>): Promise<T> => work.catch((error) => Promise.reject(toAppError(error)))

export type ProviderErrorKind = 'refused' | 'limited' | 'unauthorized' | 'disconnected' | 'away'
