import type { AedesPublishPacket, Client, Subscription } from 'aedes'
import MemoryPersistence from 'aedes-persistence/asyncPersistence.js'
import type { Redis } from 'ioredis'

/**
 * MQTT sessions for several gateways: persistent subscriptions are stored in Redis, so a client finds them on any
 * gateway. This process's memory is authoritative during an outage; changes are written when Redis returns.
 *
 * Last wills are not stored here: the database detects a lost gateway (`presence/`) and its trackers.
 */
export class Sessions extends MemoryPersistence {
  #redis: Redis
  /** Clients whose session in Redis is outdated. */
  #unwritten = new Set<string>()

  constructor(redis: Redis) {
    super()
    this.#redis = redis
  }

  override async subscriptionsByClient(client: Client): Promise<Subscription[]> {
    const shared = this.#unwritten.has(client.id) ? null : await this.#read(client.id)
    if (shared === null) return super.subscriptionsByClient(client)
    await super.cleanSubscriptions(client)
    if (shared.length > 0) await super.addSubscriptions(client, shared)
    return shared
  }

  override async addSubscriptions(client: Client, subscriptions: Subscription[]): Promise<void> {
    await super.addSubscriptions(client, subscriptions)
    this.#write(client.id)
  }

  override async removeSubscriptions(client: Client, topics: string[]): Promise<void> {
    await super.removeSubscriptions(client, topics)
    this.#write(client.id)
  }

  override async cleanSubscriptions(client: Client): Promise<void> {
    await super.cleanSubscriptions(client)
    this.#write(client.id)
  }

  /**
   * Disabled: aedes would publish these for brokers it considers dead, without a client, which its own checks refuse.
   */
  override streamWill(): AsyncIterable<AedesPublishPacket> {
    return (async function* () {})()
  }

  /** Writes the outstanding sessions. */
  flush(): void {
    for (const id of this.#unwritten) this.#write(id)
  }

  /** @returns null where Redis does not answer */
  async #read(id: string): Promise<Subscription[] | null> {
    try {
      const text = await this.#redis.getex(keyOf(id), 'EX', KEPT_S)
      return text === null ? [] : JSON.parse(text)
    } catch {
      return null
    }
  }

  /** Redis executes commands of one connection in order, so the last state wins. */
  async #write(id: string): Promise<void> {
    if (!this.#unwritten.has(id) && this.#unwritten.size >= MAX_UNWRITTEN) return
    this.#unwritten.add(id)
    const subscriptions = await super.subscriptionsByClient({ id } as Client)
    const written =
      subscriptions.length > 0
        ? this.#redis.set(keyOf(id), JSON.stringify(subscriptions), 'EX', KEPT_S)
        : this.#redis.del(keyOf(id))
    await written.then(
      () => this.#unwritten.delete(id),
      () => this.#unwritten.add(id),
    )
  }
}

const keyOf = (client_id: string) => `ringfence:mqtt:session:${client_id}`
/** MQTT 3.1.1 §3.1.2.4: the server decides how long it keeps a session. */
const KEPT_S = 30 * 86_400
/** A client without a stored session learns so from CONNACK and subscribes again. */
const MAX_UNWRITTEN = 100_000
