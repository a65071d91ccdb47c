import { isIP } from 'node:net'
import {
  type Broker,
  kGetConnection,
  Producer,
  type ProducerOptions,
  type SASLMechanismValue,
  stringSerializers,
} from '@platformatic/kafka'
import { publicLookup } from '#messages/providers/request.ts'
import type { NotTaken } from '../conversation.ts'
import { type Bus, type BusAddress, inTime, reachable, TIMEOUT_MS } from './bus.ts'

/**
 * Kafka: a message counts when all replicas in step have it. Its key is the tracker's number, so that those of a tracker
 * stay in one partition, in order.
 *
 * @throws {NotTaken}
 */
export async function openKafka(to: BusAddress): Promise<Bus> {
  const address = to.tls ? to.host : await reachable(to.host, to.allow_private)
  if (isIP(to.host) !== 0) await reachable(to.host, to.allow_private)
  let refused: NotTaken | undefined
  /** Mechanisms that the broker does not have. */
  const missing = new Set<SASLMechanismValue | null>()
  for (const mechanism of mechanismsOf(to)) {
    // The password is shown only to a broker that has no other mechanism, and not because it is wrong.
    if (mechanism === 'PLAIN' && missing.size < 2) break
    const producer = new GuardedProducer(to, { ...optionsOf(to, address), ...(mechanism && sasl(to, mechanism)) })
    try {
      const signing = saying(producer.metadata({ topics: [] }))
      signing.catch(({ apiId }: Layered) => {
        if (apiId === 'UNSUPPORTED_SASL_MECHANISM') missing.add(mechanism)
      })
      await inTime(signing)
      return overProducer(producer)
    } catch (error) {
      refused = error as NotTaken
      void producer.close(true).catch(() => {})
    }
  }
  throw refused!
}

const optionsOf = ({ tls, client_id, host, port, allow_private }: BusAddress, address: string) => ({
  clientId: client_id,
  bootstrapBrokers: [{ host: address, port }],
  connectTimeout: TIMEOUT_MS,
  requestTimeout: TIMEOUT_MS,
  timeout: TIMEOUT_MS,
  retries: 3,
  retryDelay: 500,
  // Where the cluster allows it.
  autocreateTopics: true,
  acks: -1,
  serializers: stringSerializers,
  ...(tls && { tls: allow_private ? {} : { lookup: publicLookup }, ...(isIP(host) === 0 && { tlsServerName: true }) }),
})

/** Those that do not show the password first; it is sent as it is over TLS only. */
function mechanismsOf({ username, tls }: BusAddress): (SASLMechanismValue | null)[] {
  if (username === null) return [null]
  return ['SCRAM-SHA-512', 'SCRAM-SHA-256', ...(tls ? (['PLAIN'] as const) : [])]
}

const sasl = ({ username, password }: BusAddress, mechanism: SASLMechanismValue) => ({
  sasl: { mechanism, username: username!, password: password ?? '' },
})

/** The brokers of a cluster name each other: each of these addresses is checked, too (SSRF). */
class GuardedProducer extends Producer<string, string, string, string> {
  #to: BusAddress

  constructor(to: BusAddress, options: ProducerOptions<string, string, string, string>) {
    super(options)
    this.#to = to
  }

  override [kGetConnection](broker: Broker, callback: Parameters<Producer[typeof kGetConnection]>[1]): void {
    const { tls, allow_private } = this.#to
    // By a name over TLS, the lookup of the connection checks it: the certificate is that of the name.
    const checked =
      tls && isIP(broker.host) === 0 ? Promise.resolve(broker.host) : reachable(broker.host, allow_private)
    checked.then(
      (host) => super[kGetConnection]({ ...broker, host }, callback),
      (error) => (callback as (error: Error) => void)(error),
    )
  }
}

const overProducer = (producer: GuardedProducer): Bus => ({
  async publish(messages) {
    const records = messages.map(({ id, key, topic, payload }) => ({ topic, key, value: payload, headers: { id } }))
    await inTime(saying(producer.send({ messages: records })))
  },
  close: () => void producer.close(true).catch(() => {}),
})

/** Says what is at the bottom of an error that only counts others. */
async function saying<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw bottomOf(error as Layered)
  }
}

function bottomOf(error: Layered, depth = 0): Error {
  const inner = error.errors?.[0] ?? error.cause
  return inner instanceof Error && depth < 10 ? bottomOf(inner, depth + 1) : error
}

type Layered = Error & { errors?: Error[]; apiId?: string }
