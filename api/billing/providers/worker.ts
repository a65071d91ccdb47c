import pLimit from 'p-limit'
import type { PeriodicTask } from '#messages/periodic_task.ts'
import { Rounds } from '#messages/queue/rounds.ts'
import type { ApiContext } from '../../context.ts'
import { limits } from './budget.ts'
import { ProviderError } from './errors.ts'
import { cancelLeft, markFailed, type Push, renewPushes, retryLater, takePushes } from './pushes.ts'
import { pushToStripe } from './stripe/push.ts'
import { pushToXero } from './xero/push.ts'

/**
 * Writes to the providers what the outbox has. Several processes share it: each holds what it does by a lease, which
 * another one takes over when it is not renewed.
 */
export class ProviderWorker {
  readonly context: ApiContext
  readonly #rounds: Rounds
  readonly #running = new Set<number>()
  readonly #limit = pLimit(limits.at_once)
  readonly tasks: { poll: PeriodicTask; renew_leases: PeriodicTask }

  constructor(context: ApiContext) {
    this.context = context
    this.#rounds = new Rounds({ name: 'pushing to providers', log: context.log, round: () => this.#round() })
    const failure_level = 'debug' as const
    this.tasks = {
      poll: { name: 'pushes to providers', interval_ms: POLL_MS, run: () => this.#rounds.notify(), failure_level },
      renew_leases: {
        name: 'renewal of push leases',
        interval_ms: RENEW_MS,
        failure_level,
        run: () => this.#renew(),
      },
    }
  }

  notify(): void {
    this.#rounds.notify()
  }

  /** Waits until nothing is due. */
  drain(): Promise<void> {
    return this.#rounds.drain()
  }

  async stop(): Promise<void> {
    await this.#rounds.stop()
  }

  async #round(): Promise<boolean> {
    const { db } = this.context
    await cancelLeft(db)
    const pushes = await takePushes(db, limits.at_once)
    for (const { id } of pushes) this.#running.add(id)
    await Promise.all(
      pushes.map((push) => this.#limit(() => this.#do(push)).finally(() => this.#running.delete(push.id))),
    )
    return pushes.length > 0
  }

  async #do(push: Push): Promise<void> {
    const { db, config, log } = this.context
    try {
      await (push.provider === 'xero' ? pushToXero : pushToStripe)(this.context, push)
    } catch (error) {
      if (!(error instanceof ProviderError)) log.error({ err: error, push: push.id }, 'a push failed')
      const known = error instanceof ProviderError ? error : new ProviderError('away', 'Something went wrong here.')
      if (known.kind === 'refused') return markFailed(db, push, known.message)
      const counts = known.kind === 'away'
      const delay = { reason: known.message, wait_s: known.retry_after_s, retry_s: config.providers.retry_s, counts }
      await retryLater(db, push, delay)
    }
  }

  async #renew(): Promise<void> {
    if (this.#running.size > 0) await renewPushes(this.context.db, [...this.#running])
  }
}

const POLL_MS = 2_000
const RENEW_MS = 5_000
