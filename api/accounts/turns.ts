import { AppError } from '../errors.ts'

/** More than one account may cost at once, and few enough that nobody waits long behind one network. */
const MAX_WAITING = 20
const waiting = new Map<string, number>()

/**
 * Lets no address have more than its share of the passwords that wait to be looked at.
 *
 * @throws {AppError} too_many_requests
 */
export async function inTurn<T>(ip: string, work: () => Promise<T>): Promise<T> {
  const before = waiting.get(ip) ?? 0
  if (before >= MAX_WAITING) throw new AppError('too_many_requests')
  waiting.set(ip, before + 1)
  try {
    return await work()
  } finally {
    const left = waiting.get(ip)! - 1
    if (left > 0) waiting.set(ip, left)
    else waiting.delete(ip)
  }
}
