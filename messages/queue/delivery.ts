import { type Kysely, sql } from 'kysely'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { backoff_s } from '#db/background/lease.ts'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { LeaseWorker, type Work } from '#db/background/worker.ts'
import type { ContentStore } from '#db/contents/store.ts'
import type { Database } from '#db/tables/index.ts'
import type { Channel } from '#db/tables/messaging/message_delivery.ts'
import type { MessagesConfig } from '../config.ts'
import { makeProviders, type Providers } from '../providers/index.ts'
import { type Letter, NotDelivered, type Sent } from '../providers/provider.ts'
import { readAttachments } from './attachments.ts'
import { letterOf, wrapPersonal } from './compose.ts'
import { requestConfirmations } from './confirmations.ts'
import { isOwnNumber, type Judgement, releaseHeld } from './gate.ts'
import type { DeliveryMetrics, HeldMetrics } from './metrics.ts'
import type { Target } from './proof.ts'
import * as queue from './queue.ts'
import { notifyQuotaReached } from './quota_notification.ts'
import { dropOldMessages } from './retain.ts'

/**
 * Delivers queued messages through their providers. The queue is in the database, so another process continues after a
 * crash; a message that a provider has accepted is sent again only if the process died before committing that.
 */
export class Delivery {
  #options: DeliveryOptions
  #providers: Providers
  #worker: LeaseWorker
  #concurrency = pLimit(CONCURRENT_ADDRESSES)
  #large = pLimit(CONCURRENT_LARGE)
  /** Exhausted quotas that this process has notified administrators of. */
  #notified = new Set<string>()
  #pauses = new Map<Channel, { until: number; seconds: number }>()
  readonly tasks: Record<'poll' | 'renew_leases' | 'expire' | 'retain', PeriodicTask>

  constructor(options: DeliveryOptions) {
    const { db, config, log } = options
    this.#options = options
    this.#providers = makeProviders(db, config)
    this.#worker = new LeaseWorker({
      name: 'message delivery',
      log,
      poll_ms: POLL_MS,
      at_once: 1,
      take: () => this.#take(),
      renew: (ids) => queue.lease.renew(db, ids),
    })
    const failure_level = 'debug'
    this.tasks = {
      ...this.#worker.tasks,
      expire: {
        name: 'expiry of messages and release of held ones',
        interval_ms: EXPIRE_MS,
        run: () => this.#expire(),
        failure_level,
      },
      retain: { name: 'message retention', interval_ms: RETAIN_MS, run: () => this.#retain(), failure_level },
    }
  }

  /** Call when messages were queued. */
  notify(): void {
    this.#worker.notify()
  }

  /** Sends an SMS that is no message to a person: a command to a device. */
  sendSms(sms: Pick<Letter, 'id' | 'organisation_id' | 'address' | 'text' | 'tracker_id'>): Promise<Sent> {
    const plain = { channel: 'sms', subject: '', html: null, headers: {} } as const
    return this.#providers.sms.send({ ...plain, attachments: [], ...sms })
  }

  /** Resolves when all due messages have been tried. */
  async drain(): Promise<void> {
    await this.#worker.drain()
  }

  async stop(): Promise<void> {
    await this.#worker.stop()
    for (const provider of Object.values(this.#providers)) provider.close()
  }

  /** Takes the messages of one batch, which are sent together. */
  async #take(): Promise<Work[]> {
    const { db, config } = this.#options
    for (;;) {
      const open = this.#openChannels()
      if (open.length === 0 || !(await queue.anythingDue(db, open))) return []
      const due = await queue.takeDue(db, {
        channels: open,
        limit: BATCH,
        quotas: config.quotas,
        on_held: (trx, judgement) => this.#held(trx, judgement),
      })
      if (!due) return []
      const { taken, judgement } = due
      for (const one of judgement.reached) this.#notified.add(notificationKey(one))
      if (taken.length > 0) return [{ ids: taken.map(({ id }) => id), run: () => this.#sendAll(taken) }]
      if (judgement.held.length === 0 && judgement.declined.length === 0) return []
    }
  }

  async #sendAll(taken: queue.LeasedDelivery[]): Promise<void> {
    await wrapPersonal(this.#options.db, taken, this.#options.config.public_url)
    const addresses = Map.groupBy(taken, ({ channel, address }) => `${channel} ${address}`)
    await Promise.all([...addresses.values()].map((all) => this.#concurrency(() => this.#sendInOrder(all))))
  }

  /** Requests confirmations of unconfirmed addresses, and notifies administrators of exhausted quotas. */
  async #held(trx: Kysely<Database>, { held, reached }: Judgement): Promise<void> {
    const { config, held_metrics } = this.#options
    const unconfirmed = held.filter(({ candidate, because }) => because === 'unconfirmed' && !isOwnNumber(candidate))
    await requestConfirmations(
      trx,
      config,
      unconfirmed.map(({ candidate }) => candidate as Target),
    )
    for (const { candidate, because } of held) held_metrics?.inc({ channel: candidate.channel, because })
    if (this.#notified.size > 10_000) this.#notified.clear()
    for (const one of reached) if (!this.#notified.has(notificationKey(one))) await notifyQuotaReached(trx, one)
  }

  async #expire(): Promise<void> {
    const { db, config } = this.#options
    await queue.expireUndelivered(db, config.give_up_s)
    await releaseHeld(db)
  }

  /** Sends the messages to one address in order; those after a failed one stay queued. */
  async #sendInOrder(all: queue.LeasedDelivery[]): Promise<void> {
    for (const [i, taken] of all.entries()) {
      const is_attempted = !this.#isPaused(taken.channel)
      if (is_attempted && (await this.#send(taken))) continue
      const rest = all.slice(is_attempted ? i + 1 : i)
      return queue.release(
        this.#options.db,
        rest.map(({ id }) => id),
      )
    }
  }

  /** @returns whether the next message to the address may be sent */
  async #send(taken: queue.LeasedDelivery): Promise<boolean> {
    const { db } = this.#options
    const provider = this.#providers[taken.channel as keyof Providers]
    try {
      const { id: provider_id, delivered = false, unsent = false } = await this.#post(taken)
      this.#pauses.delete(taken.channel)
      const state = unsent ? 'unsent' : delivered ? 'delivered' : 'sent'
      this.#count(taken, state)
      await queue.markSent(db, taken.id, { provider: provider.name, provider_id, state })
      if (!unsent) await queue.noteBounce(db, taken, null)
      return true
    } catch (error) {
      return this.#settle(
        taken,
        error instanceof NotDelivered ? error : new NotDelivered('later', (error as Error).message),
      )
    }
  }

  /** Files are in memory while their mail is sent, so only few such mails are sent at a time. */
  async #post(taken: queue.LeasedDelivery): Promise<Sent> {
    const { db, config, contents } = this.#options
    const provider = this.#providers[taken.channel as keyof Providers]
    const none = { files: [], left_out: [] }
    if (!taken.has_files) return provider.send(letterOf(taken, config, none))
    return this.#large(async () => provider.send(letterOf(taken, config, await readAttachments(db, contents, taken))))
  }

  async #settle(
    taken: queue.LeasedDelivery,
    { verdict, message: reason, bounced, wait_s }: NotDelivered,
  ): Promise<boolean> {
    const { db, config, log } = this.#options
    const provider = this.#providers[taken.channel as keyof Providers]
    if (verdict === 'never') {
      this.#count(taken, 'failed')
      await queue.markFailed(db, taken.id, provider.name, reason)
      if (bounced) await queue.noteBounce(db, taken, reason)
      return true
    }
    if (verdict === 'away' && provider.shared) {
      if (!this.#isPaused(taken.channel))
        log.warn({ provider: provider.name, reason }, 'provider unavailable; pausing its channel')
      this.#pause(taken.channel)
      this.#count(taken, 'away')
      await queue.retryLater(db, taken.id, { after_s: sql`0`, reason, counts: false })
      return false
    }
    this.#count(taken, 'retried')
    // Retry with exponential backoff, or when the provider said.
    const doubled_s = backoff_s(taken.attempts - 1, { first_s: config.retry_s, longest_s: MAX_RETRY_S })
    const after_s = sql<number>`greatest(${doubled_s}, ${Math.min(MAX_WAIT_S, wait_s)}::float8)`
    await queue.retryLater(db, taken.id, { after_s, reason, counts: true })
    return false
  }

  #count(
    { channel }: queue.LeasedDelivery,
    outcome: 'sent' | 'delivered' | 'unsent' | 'failed' | 'retried' | 'away',
  ): void {
    const provider = this.#providers[channel as keyof Providers].name
    this.#options.metrics?.inc({ channel, provider, outcome })
  }

  #pause(channel: Channel): void {
    if (this.#isPaused(channel)) return
    const seconds = Math.min(MAX_PAUSE_S, (this.#pauses.get(channel)?.seconds ?? 0.5) * 2)
    this.#pauses.set(channel, { until: performance.now() + seconds * 1000, seconds })
  }

  #isPaused(channel: Channel): boolean {
    return (this.#pauses.get(channel)?.until ?? 0) > performance.now()
  }

  #openChannels(): Channel[] {
    return (Object.keys(this.#providers) as Channel[]).filter((channel) => !this.#isPaused(channel))
  }

  async #retain(): Promise<void> {
    const { db, config, log } = this.#options
    if (config.retain_days === 0) return
    const messages = await dropOldMessages(db, config.retain_days)
    if (messages > 0) log.info({ messages }, 'old messages deleted')
  }
}

const notificationKey = ({ allowance: { organisation_id, channel } }: Judgement['reached'][number]) =>
  `${new Date().toISOString().slice(0, 10)} ${organisation_id} ${channel}`

const POLL_MS = 500
const EXPIRE_MS = 60_000
const RETAIN_MS = 3_600_000
const BATCH = 50
const CONCURRENT_ADDRESSES = 10
const CONCURRENT_LARGE = 2
const MAX_RETRY_S = 30 * 60
const MAX_PAUSE_S = 30
/** Upper limit of a provider's Retry-After. */
const MAX_WAIT_S = 24 * 3600

export type DeliveryOptions = {
  db: Kysely<Database>
  log: Logger
  config: MessagesConfig
  /** Where attached files are read. */
  contents: ContentStore
  metrics?: DeliveryMetrics
  held_metrics?: HeldMetrics
}
