import type { TcpLimits } from '../../config.ts'
import type { GatewayContext } from '../../context.ts'
import type { Protocol } from '../../protocols/shared/protocol.ts'
import type { Link } from '../shared/connected.ts'
import type { Identity } from '../shared/identity.ts'
import type { Paces } from '../shared/pace.ts'
import type { Unrecognised } from './recognise.ts'

/** What connections and datagrams ask of what they have in common. */
export type TcpContext = Pick<GatewayContext, 'log' | 'ingest' | 'refusals' | 'commands'> & {
  limits: TcpLimits
  paces: Paces
  /** Protocols whose checksums may be wrong. */
  forgive: Set<string>
  /** Waits for the database. @returns null when there is nobody to wait for any more */
  recognise(
    protocol: Protocol,
    number: string,
    address: string,
    isGone: () => boolean,
  ): Promise<Identity | { refused: Unrecognised } | null>
  refuse(protocol: Protocol, number: string, address: string, reason: Unrecognised): void
  /** The way back to a device that sends datagrams. */
  openWay(identity: Identity, link: Link): void
  closeWay(identity: Identity, link: Link): void
  /** Whether the tracker is heard from another network than this link's. */
  isHeldElsewhere(identity: Identity, link: Link): boolean
  countElsewhere(protocol: Protocol): void
  /** A message without a report: a heartbeat, or an answer. */
  heard(identity: Identity): void
  enter(identity: Identity, connection: WaitingLink): void
  leave(identities: Identity[], connection: WaitingLink): void
  /** `wake` is called when the ingest is no longer full. */
  waitForRoom(connection: WaitingLink): void
}

/** A connection that reads on when it is woken. */
export type WaitingLink = Link & { wake(): void }
