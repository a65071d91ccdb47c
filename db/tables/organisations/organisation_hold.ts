import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/**
 * An organisation that is being moved to another installation, or has been. Its devices and people are refused here,
 * and nothing of it is sent (`db/moving/hold.ts`).
 */
export const OrganisationHold = defineTable({
  name: 'organisation_hold',
  columns: {
    organisation_id: Id,
    /** The address of the installation that has it now; null while it is being moved. */
    moved_to: Nullable(Type.String({ maxLength: 500 })),
    /** The last export since the hold began. */
    exported_at: Nullable(Timestamp),
    /** Of the receipts that imports of the exports since then give, as hexadecimal digits (`db/moving/receipt.ts`). */
    receipts_sha256: Type.Array(Type.String()),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id'],
  stays: 'says that the organisation is moving',
})
