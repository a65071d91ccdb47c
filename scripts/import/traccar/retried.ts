import { setTimeout as wait } from 'node:timers/promises'
import { OperatorError } from '../../operator.ts'

/**
 * Does it again with backoff while the other side is away, overloaded, or breaks off.
 *
 * @param options.fault what an error is that no repetition mends
 */
export async function retried<T>(what: string, work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { of, retry_base_ms = 1000, print, fault } = options
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const final = fault(error)
      if (final) throw final
      if (!(error instanceof Passing)) throw error
      if (attempt > RETRIES) {
        throw new OperatorError(
          `Traccar at ${of} does not answer ${what}: ${error.message}. ` +
            'Nothing is lost: run the same command again when it does.',
        )
      }
      const ms = error.retry_after_s ? error.retry_after_s * 1000 : retry_base_ms * 2 ** (attempt - 1)
      print?.(`Traccar: ${what}: ${error.message}; again in ${Math.ceil(ms / 1000)} s.`)
      await wait(ms)
    }
  }
}

/** A failure after which the same may be asked again. */
export class Passing extends Error {
  override name = 'Passing'
  readonly retry_after_s: number
  constructor(message: string, retry_after_s = 0) {
    super(message)
    this.retry_after_s = retry_after_s
  }
}

const RETRIES = 6

type RetryOptions = {
  of: string
  retry_base_ms?: number
  print?: (line: string) => void
  fault: (error: unknown) => Error | null
}
