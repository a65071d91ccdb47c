import { AppError } from '../http/errors.ts'

/**
 * Lets only so much be done at once, by turns: whoever has little waiting is not behind those who have much. Groups take
 * turns first, and in a group those who belong to it.
 *
 * @param limits how much of one person, of one group and of everybody may wait
 */
export function makeTurns({ at_once, each, group: of_group = each, all }: Limits): Turns {
  const groups = new Map<string, Rounds>()
  let running = 0
  let waiting = 0

  function next(): void {
    const first = groups.entries().next().value
    if (!first || running >= at_once) return
    const [group, rounds] = first
    // Its others go to the end of the round.
    groups.delete(group)
    const start = rounds.shift()
    if (rounds.size > 0) groups.set(group, rounds)
    waiting--
    running++
    start()
  }

  return async (who, work, group = who) => {
    const rounds = groups.get(group) ?? new Rounds()
    if (rounds.of(who) >= each || rounds.size >= of_group || waiting >= all) throw new AppError('too_many_requests')
    await new Promise<void>((start) => {
      rounds.push(who, start)
      groups.set(group, rounds)
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

/** Queues of several people, of which each is asked in turn. */
class Rounds {
  #queues = new Map<string, (() => void)[]>()
  size = 0

  of(who: string): number {
    return this.#queues.get(who)?.length ?? 0
  }

  push(who: string, start: () => void): void {
    const queue = this.#queues.get(who) ?? []
    queue.push(start)
    this.#queues.set(who, queue)
    this.size++
  }

  shift(): () => void {
    const [who, queue] = this.#queues.entries().next().value!
    this.#queues.delete(who)
    const start = queue.shift()!
    if (queue.length > 0) this.#queues.set(who, queue)
    this.size--
    return start
  }
}

/** @throws {AppError} too_many_requests when too much waits already */
export type Turns = <T>(who: string, work: () => Promise<T>, group?: string) => Promise<T>
type Limits = { at_once: number; each: number; group?: number; all: number }
