import { LeaseWorker } from '#db/background/worker.ts'
import type { ApiContext } from '../../context.ts'
import { limits } from './budget.ts'
import { ProviderError } from './errors.ts'
import { cancelLeft, lease, markFailed, type Push, retryLater, takePushes } from './pushes.ts'
import { chargeCard } from './stripe/cards/charge.ts'
import { pushToStripe } from './stripe/push.ts'
import { pushToXero } from './xero/push.ts'

/** Writes to the providers what the outbox has. */
export function makeProviderWorker(context: ApiContext): LeaseWorker {
  const { db, log } = context
  return new LeaseWorker({
    name: 'pushes to providers',
    log,
    poll_ms: POLL_MS,
    at_once: limits.at_once,
    async take(free) {
      await cancelLeft(db)
      const pushes = await takePushes(db, free)
      return pushes.map((push) => ({ ids: [push.id], run: () => send(context, push) }))
    },
    renew: (ids) => lease.renew(db, ids),
  })
}

async function send(context: ApiContext, push: Push): Promise<void> {
  const { db, config, log } = context
  try {
    if (push.kind === 'charge') await chargeCard(context, push)
    else await (push.provider === 'xero' ? pushToXero : pushToStripe)(context, push)
  } catch (error) {
    if (!(error instanceof ProviderError)) log.error({ err: error, push: push.id }, 'a push failed')
    const known = error instanceof ProviderError ? error : new ProviderError('away', 'Something went wrong here.')
    if (known.kind === 'refused') return markFailed(db, push, known.message)
    const counts = known.kind === 'away'
    const delay = { reason: known.message, wait_s: known.retry_after_s, retry_s: config.providers.retry_s, counts }
    await retryLater(db, push, delay)
  }
}

const POLL_MS = 2_000
