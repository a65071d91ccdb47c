import { type Static, Type } from 'typebox'
import { Id, type Table, Timestamp } from './columns.ts'

/** A report that the database would not take, set aside so that its batch could go on. */
export const RejectedReport = Type.Object({
  id: Id,
  organisation_id: Id,
  tracker_id: Id,
  received: Timestamp,
  reason: Type.String(),
  /** The report as JSON text: it may hold what `jsonb` refuses. */
  report: Type.String(),
})

export type RejectedReportTable = Table<Static<typeof RejectedReport>, 'id'>
