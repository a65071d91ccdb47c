import type { TcpLimits } from '../../config.ts'
import type { Link } from '../../links/connected.ts'
import type { GatewayContext } from '../context.ts'
import type { Identity } from './identity.ts'
import type { Unrecognised } from './recognise.ts'
import type { TokenBuckets } from './token_bucket.ts'

/** Shared dependencies of connections and datagrams. */
export type DeviceContext = Pick<GatewayContext, 'log' | 'ingest' | 'refusals' | 'commands'> & {
  limits: TcpLimits
  rate_limits: TokenBuckets
  /** Protocols whose wrong checksums are accepted. */
  forgive: Set<string>
  /** Protocols whose times of more than 1024 weeks ago are moved. */
  week_rollover: Set<string>
  /**
   * Looks up a device, retrying while the database is unavailable. @returns null when the connection was closed
   * by then
   */
  recognise(
    transport: string,
    number: string,
    address: string,
    isClosed: () => boolean,
  ): Promise<Identity | { refused: Unrecognised } | null>
  /** @param bytes what the device sent, for administrators who look for its protocol */
  refuse(transport: string, number: string, address: string, reason: Unrecognised, bytes?: Buffer): void
  /** Records a connection that ended before its bytes gave a number. */
  noteUnread(transport: string, address: string, bytes: Buffer): void
  /** Registers the reply channel of a device that sends datagrams. */
  addReplyChannel(identity: Identity, link: Link): void
  removeReplyChannel(identity: Identity, link: Link): void
  /** Whether a connection or request of another network than this link's was used in the last minute. */
  isInUseElsewhere(identity: Identity, link: Link): boolean
  /** The same of datagrams, whose addresses can be forged. */
  hasDatagramsElsewhere(identity: Identity, link: Link): boolean
  countElsewhere(transport: string): void
  /** Records a contact without a report: a heartbeat or an answer. */
  recordContact(identity: Identity): void
  enter(identity: Identity, connection: PausableLink): void
  leave(identities: Identity[], connection: PausableLink): void
  /** Calls `resume` when the ingest is no longer full. */
  addBlocked(connection: Pick<PausableLink, 'resume'>): void
}

/** A connection whose reading can be resumed. */
export type PausableLink = Link & { resume(): void }
