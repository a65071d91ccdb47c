import { sql } from 'kysely'
import type { Db } from '../../database.ts'
import { deltaFields } from '../parquet/format.ts'
import { micros } from '../parts.ts'

/** The actions of a Delta Lake log, as its protocol names them. */
export type Action = { protocol: Protocol } | { metaData: MetaData } | { add: Add } | { remove: Remove } | CommitInfo

/** What every reader and writer of Delta tables knows. */
export const protocol: Protocol = { minReaderVersion: 1, minWriterVersion: 2 }

/** @param id of the table, for as long as its log exists */
export function metaDataOf(id: string, createdTime: number): MetaData {
  const field = (name: string, type: string, nullable: boolean) => ({ name, type, nullable, metadata: {} })
  const fields = [field('organisation', 'long', false), field('day', 'date', false), ...deltaFields]
  return {
    id,
    name: 'events',
    format: { provider: 'parquet', options: {} },
    schemaString: JSON.stringify({ type: 'struct', fields }),
    partitionColumns: ['organisation', 'day'],
    // As long as replaced files are kept, and the log.
    configuration: {
      'delta.deletedFileRetentionDuration': 'interval 1 days',
      'delta.logRetentionDuration': 'interval 30 days',
    },
    createdTime,
  }
}

/** The files of organisations that are in a backend. */
export async function listAdds(db: Db, backend: string, organisation_ids: number[]): Promise<Add[]> {
  const { rows } = await sql<Row>`select organisation_id, day::text as day, backend_key, bytes, events,
      first_tracker_id, last_tracker_id, first_id, last_id, ${micros(sql.ref('first_fix_at'))} as first_fix_at,
      ${micros(sql.ref('last_fix_at'))} as last_fix_at, ${micros(sql.ref('written_at'))} as written_at
    from event_archive where backend = ${backend} and organisation_id = any(${organisation_ids}::bigint[])
    order by organisation_id, day, part`.execute(db)
  return rows.map(addOf)
}

function addOf(row: Row): Add {
  const stats = {
    numRecords: row.events,
    minValues: { id: row.first_id, tracker_id: row.first_tracker_id, fix_at: timeOf(row.first_fix_at, Math.floor) },
    maxValues: { id: row.last_id, tracker_id: row.last_tracker_id, fix_at: timeOf(row.last_fix_at, Math.ceil) },
    nullCount: Object.fromEntries(deltaFields.filter(({ nullable }) => !nullable).map(({ name }) => [name, 0])),
  }
  return {
    path: row.backend_key,
    partitionValues: { organisation: String(row.organisation_id), day: row.day },
    size: row.bytes,
    modificationTime: Math.floor(row.written_at / 1000),
    dataChange: true,
    stats: JSON.stringify(stats),
  }
}

/** Statistics have milliseconds: no event may lie outside of them. */
function timeOf(micros: number, round: (value: number) => number): string {
  return new Date(round(micros / 1000)).toISOString()
}

export function removeOf({ path, partitionValues, size }: Add, deletionTimestamp: number): Remove {
  return { path, deletionTimestamp, dataChange: true, extendedFileMetadata: true, partitionValues, size }
}

type Row = {
  organisation_id: number
  day: string
  backend_key: string
  bytes: number
  events: number
  first_tracker_id: number
  last_tracker_id: number
  first_id: number
  last_id: number
  first_fix_at: number
  last_fix_at: number
  written_at: number
}
type Protocol = { minReaderVersion: number; minWriterVersion: number }
export type MetaData = {
  id: string
  name: string
  format: { provider: string; options: Record<string, string> }
  schemaString: string
  partitionColumns: string[]
  configuration: Record<string, string>
  createdTime: number
}
export type Add = {
  path: string
  partitionValues: { organisation: string; day: string }
  size: number
  modificationTime: number
  dataChange: boolean
  /** JSON. */
  stats: string
}
export type Remove = Pick<Add, 'path' | 'partitionValues' | 'size' | 'dataChange'> & {
  deletionTimestamp: number
  extendedFileMetadata: true
}
type CommitInfo = { commitInfo: Record<string, unknown> }
