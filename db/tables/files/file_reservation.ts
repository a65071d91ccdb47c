import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** Bytes of the quota for content that is being written. A reservation that is not renewed expires. */
export const FileReservation = defineTable({
  name: 'file_reservation',
  columns: {
    id: Id,
    organisation_id: Id,
    owner_user_id: Nullable(Id),
    bytes: Type.Integer({ minimum: 0 }),
    leased_until: Timestamp,
  },
  defaults: ['id'],
  stays: 'uploads that are being written; on hold there are none',
})
