import { Type } from 'typebox'
import { Id, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** An organisation that was imported from another installation, with the receipt that proves it there. */
export const OrganisationImport = defineTable({
  name: 'organisation_import',
  columns: {
    organisation_id: Id,
    move_id: Type.String({ maxLength: 36 }),
    /** The number of the installation that has written the file. */
    installation: Type.Integer(),
    receipt: Type.String({ maxLength: 100 }),
    created_at: Timestamp,
  },
  defaults: ['created_at'],
  stays: 'how it has come to this installation',
})
