import { type Static, Type } from 'typebox'
import { Id, type Table, Timestamp } from './columns.ts'

/** The code that was sent to a person's own mobile number. */
export const PhoneCode = Type.Object({
  user_id: Id,
  /** In international form. */
  address: Type.String({ maxLength: 50 }),
  code_sha256: Type.String({ minLength: 64, maxLength: 64 }),
  tries: Type.Integer({ minimum: 0 }),
  made_at: Timestamp,
})

export type PhoneCodeTable = Table<Static<typeof PhoneCode>, 'tries' | 'made_at'>
