import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { LeaseWorker, type Work } from '#db/background/worker.ts'
import type { KeyRing } from '#db/keys/ring.ts'
import type { QuotaDefaults } from '#db/quotas.ts'
import type { Database } from '#db/tables/index.ts'
import { purposes } from '#db/tables/purposes.ts'
import { noteOf } from '../channels/note.ts'
import { type ChannelValues, type Request, requestOf } from '../channels/requests.ts'
import { requestFrom } from '../providers/request.ts'
import { beyondWith, countSent } from '../queue/gate.ts'
import { signStandard } from '../signature.ts'
import { notifyDisabled } from './notify.ts'
import {
  disable,
  dueDeliveries,
  type Endpoint,
  type Failure,
  lease,
  postpone,
  release,
  settle,
  takeEndpoint,
  trim,
  type Waiting,
  waitUntil,
} from './store.ts'

/**
 * Calls the endpoints of organisations by Standard Webhooks. What happened waits in a queue that is written with it; each
 * delivery has one id in all its attempts, and after a crash some are sent again.
 */
export class Webhooks {
  #options: WebhooksOptions
  #worker: LeaseWorker

  constructor(options: WebhooksOptions) {
    const { db, log } = options
    this.#options = options
    this.#worker = new LeaseWorker({
      name: 'webhooks',
      log,
      poll_ms: POLL_MS,
      at_once: AT_ONCE,
      take: () => this.#take(),
      renew: (ids) => lease.renew(db, ids),
      failure_level: 'debug',
    })
  }

  get tasks(): PeriodicTask[] {
    return Object.values(this.#worker.tasks)
  }

  /** Call when something was queued. */
  notify(): void {
    this.#worker.notify()
  }

  /** Resolves when all that is due has been tried. */
  async drain(): Promise<void> {
    await this.#worker.drain()
  }

  async stop(): Promise<void> {
    await this.#worker.stop()
  }

  async #take(): Promise<Work[]> {
    const endpoint = await takeEndpoint(this.#options.db)
    return endpoint ? [{ ids: [endpoint.id], run: (signal) => this.#call(endpoint, signal) }] : []
  }

  /** A turn: some deliveries in order, up to the first that fails. */
  async #call(endpoint: Endpoint, signal: AbortSignal): Promise<void> {
    const { db } = this.#options
    try {
      await trim(db, endpoint)
      const waiting = await dueDeliveries(db, endpoint, TURN)
      if (waiting.length === 0 || !(await this.#isAllowed(endpoint, waiting.length))) return
      const ends = performance.now() + TURN_MS
      for (const delivery of waiting) {
        if (signal.aborted || performance.now() > ends || !(await this.#deliver(endpoint, delivery))) return
      }
    } finally {
      await release(db, endpoint.id)
    }
  }

  async #isAllowed(endpoint: Endpoint, count: number): Promise<boolean> {
    const { db, quotas } = this.#options
    const { organisation_id } = endpoint
    const beyond = await beyondWith(db, { organisation_id, channel: 'webhook' }, count, quotas)
    if (!beyond) return true
    await waitUntil(db, endpoint, beyond.ends, `the organisation's quota is used up: ${beyond.most} ${beyond.name}`)
    return false
  }

  /** @returns whether the next one may be sent */
  async #deliver(endpoint: Endpoint, delivery: Waiting): Promise<boolean> {
    const { db, log, quotas } = this.#options
    const { organisation_id } = endpoint
    await countSent(db, { organisation_id, channel: 'webhook' }, quotas)
    const failure = await this.#post(endpoint, delivery)
    if (typeof failure === 'number') {
      await settle(db, endpoint, delivery, failure)
      return true
    }
    log.debug({ endpoint: endpoint.id, reason: failure.error }, 'a webhook was not accepted')
    const is_over = await postpone(db, endpoint, delivery, failure)
    if (is_over || failure.status === GONE) await this.#disable(endpoint, failure)
    return false
  }

  /** @returns the status of an answer that accepts it */
  async #post(endpoint: Endpoint, delivery: Waiting) {
    const { allow_private } = this.#options
    try {
      const { url, ...request } =
        endpoint.preset === null ? this.#called(endpoint, delivery) : this.#inWords(endpoint, delivery)
      const { status, wait_s } = await requestFrom(url, { ...request, allow_private })
      return status >= 200 && status < 300 ? status : { status, error: refusalOf(status), wait_s }
    } catch (error) {
      return { status: null, error: (error as Error).message, wait_s: 0 } satisfies Failure
    }
  }

  /** By Standard Webhooks. */
  #called({ id, url, secret_sealed, old_secret_sealed }: Endpoint, { webhook_id, body }: Waiting): Request {
    const secrets = [secret_sealed, old_secret_sealed]
      .filter((sealed) => sealed !== null)
      .map((sealed) => this.#options.keys.unseal(sealed, purposes.webhook_endpoint(id)))
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Ringfence',
      ...signStandard(secrets, { id: webhook_id, at: new Date(), body }),
    }
    return { method: 'POST', url, headers, body }
  }

  #inWords({ id, preset, settings_sealed, locale, timezone }: Endpoint, { webhook_id, body }: Waiting): Request {
    const { keys, public_url } = this.#options
    const values = JSON.parse(keys.unseal(settings_sealed!, purposes.notify_channel(id))) as ChannelValues
    return requestOf(preset!, values, noteOf({ body, id: webhook_id, locale, timezone, public_url }))
  }

  async #disable(endpoint: Endpoint, { error }: Failure): Promise<void> {
    const { db, log, public_url } = this.#options
    log.info({ endpoint: endpoint.id, reason: error }, 'an endpoint of webhooks has been switched off')
    await db.transaction().execute(async (trx) => {
      if (await disable(trx, endpoint)) await notifyDisabled(trx, endpoint, { reason: error, public_url })
    })
    this.#options.on_messages()
  }
}

function refusalOf(status: number): string {
  if (status === GONE) return 'it answered 410: it is gone'
  if (status >= 300 && status < 400) return `it answered ${status}; redirects are not followed`
  return `it answered ${status}`
}

const POLL_MS = 1_000
/** Endpoints that are called at one time in this process. */
const AT_ONCE = 16
/** Deliveries, and time, of an endpoint before others have their turn. */
const TURN = 20
const TURN_MS = 15_000
const GONE = 410

export type WebhooksOptions = {
  db: Kysely<Database>
  log: Logger
  /** Opens secrets. */
  keys: KeyRing
  quotas: QuotaDefaults
  public_url: string
  /** Whether addresses in private networks are allowed. */
  allow_private: boolean
  /** Called when messages were queued. */
  on_messages(): void
}
