import { isIP } from 'node:net'
import { isPublic } from '#db/networks.ts'
import { publicLookup } from '#messages/providers/request.ts'
import { NotTaken } from '../conversation.ts'

/** A connection to an organisation's message broker. */
export interface Bus {
  /** Resolves when the broker has stored all, in order. @throws {NotTaken} that says how many it has stored */
  publish(messages: readonly BusMessage[]): Promise<void>
  close(): void
}

export type BusMessage = {
  /** The same where a report comes twice. */
  id: string
  /** The number of the tracker, whose messages keep their order. */
  key: string
  /** Where to: a topic of Kafka, a subject of NATS, a routing key of AMQP. */
  topic: string
  payload: string
}

export type BusAddress = {
  host: string
  port: number
  tls: boolean
  username: string | null
  password: string | null
  /** Names the connection at the broker. */
  client_id: string
  allow_private: boolean
}

/**
 * The address of a host, resolved once and checked (SSRF).
 *
 * @throws {NotTaken}
 */
export async function reachable(host: string, allow_private: boolean): Promise<string> {
  if (isIP(host) !== 0) {
    if (allow_private || isPublic(host)) return host
    throw new NotTaken('server', `${host} is in a private network`)
  }
  if (allow_private) return host
  return new Promise((resolve, reject) => {
    publicLookup(host, {}, (error, address) => {
      if (error) reject(new NotTaken('server', error.message))
      else resolve(String(address))
    })
  })
}

/** Fails after ten seconds, with a reason fit to show. @throws {NotTaken} */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NotTaken('server', `no answer within ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS)
  })
  work.catch(() => {})
  try {
    return await Promise.race([work, late])
  } catch (error) {
    throw error instanceof NotTaken ? error : new NotTaken('server', (error as Error).message)
  } finally {
    clearTimeout(timer)
  }
}

/** Waits for all, which are stored in order. @throws {NotTaken} with the number of those before the first that failed */
export async function allStored(works: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(works)
  const taken = outcomes.findIndex(({ status }) => status === 'rejected')
  if (taken < 0) return
  const { reason } = outcomes[taken] as PromiseRejectedResult
  throw new NotTaken('server', (reason as Error).message, taken)
}

export const TIMEOUT_MS = 10_000
