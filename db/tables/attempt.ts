import { type Static, Type } from 'typebox'
import { type Table, Timestamp } from './columns.ts'

/** How often something was tried since a moment: passwords, mails asked for. */
export const Attempt = Type.Object({
  key: Type.String(),
  count: Type.Integer({ minimum: 0 }),
  began_at: Timestamp,
})

export type AttemptTable = Table<Static<typeof Attempt>>
