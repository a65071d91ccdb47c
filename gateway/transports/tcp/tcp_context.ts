import type { TcpLimits } from '../../config.ts'
import type { GatewayContext } from '../../context.ts'
import type { Protocol } from '../../protocols/shared/protocol.ts'
import type { Link } from '../shared/connected.ts'
import type { Identity } from '../shared/identity.ts'
import type { TokenBuckets } from '../shared/token_bucket.ts'
import type { Unrecognised } from './recognise.ts'

/** What connections and datagrams ask of what they have in common. */
export type TcpContext = Pick<GatewayContext, 'log' | 'ingest' | 'refusals' | 'commands'> & {
  limits: TcpLimits
  rate_limits: TokenBuckets
  /** Protocols whose checksums may be wrong. */
  forgive: Set<string>
  /** Waits for the database. @returns null when there is nobody to wait for any more */
  recognise(
    protocol: Protocol,
    number: string,
    address: string,
    isClosed: () => boolean,
  ): Promise<Identity | { refused: Unrecognised } | null>
  refuse(protocol: Protocol, number: string, address: string, reason: Unrecognised): void
  /** The way back to a device that sends datagrams. */
  addReplyChannel(identity: Identity, link: Link): void
  removeReplyChannel(identity: Identity, link: Link): void
  /** Whether the tracker is heard from another network than this link's. */
  isInUseElsewhere(identity: Identity, link: Link): boolean
  countElsewhere(protocol: Protocol): void
  /** A message without a report: a heartbeat, or an answer. */
  recordContact(identity: Identity): void
  enter(identity: Identity, connection: PausableLink): void
  leave(identities: Identity[], connection: PausableLink): void
  /** `wake` is called when the ingest is no longer full. */
  addBlocked(connection: PausableLink): void
}

/** A connection that reads on when it is woken. */
export type PausableLink = Link & { resume(): void }
