import { connect as connectTcp, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import mqtt from 'mqtt'
import { isPublic } from '#db/networks.ts'
import { publicLookup } from '#messages/providers/request.ts'
import { NotTaken } from './conversation.ts'

export type Publication = { topic: string; payload: string; retain: boolean }

/** A connection to an organisation's broker. What the broker has acknowledged is there (QoS 1). */
export class Broker {
  readonly #client: mqtt.MqttClient
  readonly #lost: Promise<never>

  private constructor(client: mqtt.MqttClient) {
    this.#client = client
    this.#lost = new Promise((_, reject) => {
      const fail = (reason: string) => reject(new NotTaken('server', reason))
      client.on('error', ({ message }) => fail(message))
      client.on('close', () => fail('it closed the connection'))
    })
    // It may be lost while nothing waits for it.
    this.#lost.catch(() => {})
  }

  /** @throws {NotTaken} */
  static async open({ host, port, tls, username, password, client_id, allow_private }: Address): Promise<Broker> {
    const literal = isIP(host) !== 0
    if (!allow_private && literal && !isPublic(host)) throw new NotTaken('server', `${host} is in a private network`)
    const lookup = allow_private ? {} : { lookup: publicLookup }
    const connect = () =>
      tls
        ? connectTls({ host, port, ...(!literal && { servername: host }), ...lookup })
        : connectTcp({ host, port, ...lookup })
    const client = new mqtt.MqttClient(connect, {
      clientId: client_id,
      reconnectPeriod: 0,
      connectTimeout: TIMEOUT_MS,
      keepalive: 30,
      clean: true,
      ...(username !== null && { username }),
      ...(password !== null && { password }),
    })
    const broker = new Broker(client)
    try {
      await broker.#inTime(new Promise<void>((resolve) => client.once('connect', () => resolve())))
      return broker
    } catch (error) {
      broker.close()
      throw error
    }
  }

  /** Resolves when the broker has acknowledged all. @throws {NotTaken} */
  async publish(publications: readonly Publication[]): Promise<void> {
    await this.#inTime(
      Promise.all(
        publications.map(({ topic, payload, retain }) => this.#client.publishAsync(topic, payload, { qos: 1, retain })),
      ),
    )
  }

  close(): void {
    // What waits for an acknowledgement is dropped: it is still in the queue.
    this.#client.end(true)
  }

  async #inTime<T>(work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new NotTaken('server', NO_ANSWER)), TIMEOUT_MS)
    })
    work.catch(() => {})
    try {
      return await Promise.race([work, this.#lost, late])
    } catch (error) {
      throw error instanceof NotTaken ? error : new NotTaken('server', (error as Error).message)
    } finally {
      clearTimeout(timer)
    }
  }
}

const TIMEOUT_MS = 10_000
const NO_ANSWER = `no answer within ${TIMEOUT_MS / 1000} s`

type Address = {
  host: string
  port: number
  tls: boolean
  username: string | null
  password: string | null
  client_id: string
  allow_private: boolean
}
