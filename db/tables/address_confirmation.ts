import { type Static, Type } from 'typebox'
import { Nullable, type Table, Timestamp } from './columns.ts'

/** When an address was asked last by anybody of this installation, and whether nobody may ask it again. */
export const AddressConfirmation = Type.Object({
  channel: Type.Union([Type.Literal('email'), Type.Literal('sms')]),
  address: Type.String({ maxLength: 2000 }),
  asked_at: Nullable(Timestamp),
  refused_at: Nullable(Timestamp),
})

type Row = Static<typeof AddressConfirmation>
export type AddressConfirmationTable = Table<Row, 'asked_at' | 'refused_at'>
