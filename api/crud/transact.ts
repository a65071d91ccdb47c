import { AsyncLocalStorage } from 'node:async_hooks'
import type { Trx } from '#db/database.ts'
import { isDeadlock } from '#db/errors.ts'
import type { ApiContext } from '../context.ts'

/**
 * Runs a transaction, and its effects after the commit: closing live connections, notifying queues. One that was undone
 * because it and another waited for each other is run again.
 */
export async function transact<T>(context: ApiContext, work: (trx: Trx) => Promise<T>, tries = MOST_TRIES): Promise<T> {
  const effects: Effect[] = []
  let done: T
  try {
    done = await context.db.transaction().execute((trx) => {
      waiting.set(trx, { context, effects })
      return inside.run(true, () => work(trx))
    })
  } catch (error) {
    if (!isDeadlock(error) || tries <= 1) throw error
    return transact(context, work, tries - 1)
  }
  for (const effect of effects) effect(context)
  return done
}

const MOST_TRIES = 5

/**
 * @example
 * afterCommit(trx, ({ closeLive }) => closeLive(liveRooms.user(user_id)))
 */
export function afterCommit(trx: Trx, effect: Effect): void {
  workOf(trx).effects.push(effect)
}

/** Throws inside a transaction: slow work belongs before it, not while a connection and locks are held. */
export function assertOutside(what: string): void {
  if (inside.getStore()) throw new Error(`${what} in a transaction: do it before.`)
}

/** The context of the transaction. */
export function contextOf(trx: Trx): ApiContext {
  return workOf(trx).context
}

function workOf(trx: Trx): Work {
  const work = waiting.get(trx)
  if (!work) throw new Error('This transaction was not begun by transact().')
  return work
}

const inside = new AsyncLocalStorage<true>()
const waiting = new WeakMap<Trx, Work>()

type Effect = (context: ApiContext) => void
type Work = { context: ApiContext; effects: Effect[] }
