import { networkOf } from '../addresses/network_of.ts'
import { AppError } from '../errors.ts'

/** Averaged over some seconds, so that one page may send a burst of requests. */
export const rates = (a_second: number) => ({
  max: a_second * WINDOW_S,
  timeWindow: WINDOW_S * 1000,
  keyGenerator: ({ ip }: { ip: string }) => networkOf(ip),
  errorResponseBuilder: () => new AppError('too_many_requests'),
})
const WINDOW_S = 10
