import { Type } from 'typebox'
import { Id } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** Grows whenever what is read from the files of an organisation changes. */
export const EventArchiveVersion = defineTable({
  name: 'event_archive_version',
  columns: { organisation_id: Id, version: Type.Integer({ minimum: 0 }) },
})
