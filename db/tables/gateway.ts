import { type Static, Type } from 'typebox'
import { type Table, Timestamp } from './columns.ts'

/** The processes that devices connect to, each by an id of its own; a row that grows old is one that has died. */
export const Gateway = Type.Object({
  id: Type.String(),
  alive_at: Timestamp,
  /** It ended as it should, and has not lost its devices. */
  stopped: Type.Boolean(),
})

export type GatewayTable = Table<Static<typeof Gateway>, 'alive_at' | 'stopped'>
