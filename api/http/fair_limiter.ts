import { AppError } from './errors.ts'

/**
 * Concurrency limiter with fair queueing: groups are served round-robin, and within a group its users.
 *
 * @param limits running jobs, and queued jobs of one user, one group and in total; `refusal` is the error when a queue is
 *   full, too_many_requests by default
 */
export function makeFairLimiter({ concurrency, per_user, per_group = per_user, total, refusal }: Limits): FairLimiter {
  const groups = new Map<string, UserQueues>()
  let running = 0
  let waiting = 0

  function next(): void {
    const first = groups.entries().next().value
    if (!first || running >= concurrency) return
    const [group, queues] = first
    // The group's other jobs go to the end of the queue.
    groups.delete(group)
    const start = queues.shift()
    if (queues.size > 0) groups.set(group, queues)
    waiting--
    running++
    start()
  }

  return async (user, work, group = user) => {
    const queues = groups.get(group) ?? new UserQueues()
    const full: Full | null =
      queues.lengthOf(user) >= per_user
        ? 'person'
        : queues.size >= per_group
          ? 'group'
          : waiting >= total
            ? 'total'
            : null
    if (full) throw refusal?.(full) ?? new AppError('too_many_requests')
    await new Promise<void>((start) => {
      queues.push(user, start)
      groups.set(group, queues)
      waiting++
      next()
    })
    try {
      return await work()
    } finally {
      running--
      next()
    }
  }
}

/** Job queues of several users, served round-robin. */
class UserQueues {
  #queues = new Map<string, (() => void)[]>()
  size = 0

  lengthOf(user: string): number {
    return this.#queues.get(user)?.length ?? 0
  }

  push(user: string, start: () => void): void {
    const queue = this.#queues.get(user) ?? []
    queue.push(start)
    this.#queues.set(user, queue)
    this.size++
  }

  shift(): () => void {
    const [user, queue] = this.#queues.entries().next().value!
    this.#queues.delete(user)
    const start = queue.shift()!
    if (queue.length > 0) this.#queues.set(user, queue)
    this.size--
    return start
  }
}

/** The queue that is full. */
export type Full = 'person' | 'group' | 'total'
/** @throws {AppError} too_many_requests when a queue is full, or the limiter's `refusal` */
export type FairLimiter = <T>(user: string, work: () => Promise<T>, group?: string) => Promise<T>
type Limits = {
  concurrency: number
  per_user: number
  per_group?: number
  total: number
  refusal?: (full: Full) => AppError
}
