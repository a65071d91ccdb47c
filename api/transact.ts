import type { ApiContext } from './context.ts'
import type { Trx } from './resource.ts'

/** A transaction, and after its commit what must not happen without it: mails, and the end of live connections. */
export async function transact<T>(context: ApiContext, work: (trx: Trx) => Promise<T>): Promise<T> {
  const effects: Effect[] = []
  const done = await context.db.transaction().execute((trx) => {
    waiting.set(trx, effects)
    return work(trx)
  })
  for (const effect of effects) effect(context)
  return done
}

/**
 * @example
 * afterCommit(trx, ({ closeLive }) => closeLive(`user:${user_id}`))
 */
export function afterCommit(trx: Trx, effect: Effect): void {
  const effects = waiting.get(trx)
  if (!effects) throw new Error('This transaction was not begun by transact().')
  effects.push(effect)
}

const waiting = new WeakMap<Trx, Effect[]>()

type Effect = (context: ApiContext) => void
