import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database.ts'
import type { HiddenTimes } from '../privacy/hidden_times.ts'
import { ChangedEvents, type ChangeNote } from './changes/events.ts'
import { loadDigests } from './digests/rows.ts'
import type { StoredPart } from './store.ts'
import type { WrittenFile } from './write.ts'

/**
 * Lists the files that may hold events of organisations within a span of fix times, by day, with the deleted trackers
 * and the changed events that readers leave out. All of it is one statement, so it is of one moment: `version` is that
 * of the moment.
 *
 * @param organisation_ids null for all
 */
export async function listParts(db: Db, { organisation_ids, from, to }: PartsQuery): Promise<Parts> {
  const { rows } = await sql<Listed>`
    select ${archiveVersion(organisation_ids)} as version,
      (select json_agg(json_build_object(
          'organisation_id', a.organisation_id, 'day', a.day, 'part', a.part, 'backend', a.backend,
          'backend_key', a.backend_key, 'bytes', a.bytes, 'events', a.events,
          'first_tracker_id', a.first_tracker_id, 'last_tracker_id', a.last_tracker_id,
          'first_id', a.first_id, 'last_id', a.last_id, 'first_fix_at', ${micros(sql.ref('a.first_fix_at'))},
          'last_fix_at', ${micros(sql.ref('a.last_fix_at'))}) order by a.day, a.organisation_id, a.part)
        from event_archive a where ${of(organisation_ids, 'a')}
          and ${isBetween(sql`a.day`, from, to)}) as parts,
      (select json_agg(json_build_object('organisation_id', r.organisation_id, 'tracker_id', r.tracker_id))
        from event_archive_removal r where ${of(organisation_ids, 'r')}) as removed,
      (select json_agg(json_build_object('organisation_id', c.organisation_id, 'tracker_id', c.tracker_id,
          'fix_at', ${micros(sql.ref('c.fix_at'))}, 'digest', c.digest, 'version', c.version))
        from event_archive_change c where ${of(organisation_ids, 'c')}
          and ${isBetween(sql`(c.fix_at at time zone 'UTC')::date`, from, to)}) as changed`.execute(db)
  const { version, parts, removed, changed } = rows[0]!
  return {
    version,
    parts: (parts ?? []).map((part) => ({ ...part, loadDigests: () => loadDigests(db, part.backend_key) })),
    removed: new Set((removed ?? []).map(({ tracker_id }) => tracker_id)),
    changed: new ChangedEvents(changed ?? []),
  }
}

/**
 * The version of what is in the files of organisations, as an expression. It changes with each day that is closed and
 * each file that is replaced, and with each event of a closed day that is corrected or removed.
 */
export function archiveVersion(organisation_ids: readonly number[] | null): RawBuilder<number> {
  return sql<number>`(select coalesce(sum(v.version), 0)::float8 from event_archive_version v
    where ${of(organisation_ids, 'v')})`
}

const of = (organisation_ids: readonly number[] | null, table: string) =>
  organisation_ids ? sql`${sql.ref(`${table}.organisation_id`)} = any(${[...organisation_ids]}::bigint[])` : sql`true`

/** Whether a date is between the days of two times, where they are given. */
const isBetween = (day: RawBuilder<unknown>, from: PartsQuery['from'], to: PartsQuery['to']) => sql`
  ${from ? sql`${day} >= (${from}::timestamptz at time zone 'UTC')::date` : sql`true`}
  and ${to ? sql`${day} <= (${to}::timestamptz at time zone 'UTC')::date` : sql`true`}`

/** Microseconds since 1970 of a `timestamptz`, exactly: `extract` is `numeric`. */
export const micros = (time: RawBuilder<unknown>) => sql<number>`(extract(epoch from ${time}) * 1000000)::bigint`

export type PartsQuery = {
  organisation_ids: readonly number[] | null
  /** Fix times, ISO 8601; both are inclusive. */
  from?: string | null | undefined
  to?: string | null | undefined
}
type Listed = {
  version: number
  parts: Omit<Part, 'loadDigests'>[] | null
  removed: Removed[] | null
  changed: ChangeNote[] | null
}
type Removed = { organisation_id: number; tracker_id: number }
/** One of the files of a day, numbered from 0. */
export type Part = Omit<WrittenFile, 'block_digests' | 'cells' | 'sha256' | 'contents'> &
  Pick<StoredPart, 'loadDigests'> & { part: number }
export type Parts = {
  version: number
  parts: Part[]
  /** Deleted trackers; ids are unique in the installation. */
  removed: ReadonlySet<number>
  /** Corrected and removed events. */
  changed: ChangedEvents
}
/** Files, and what of them does not count. */
export type Readable = Pick<Parts, 'parts' | 'removed' | 'changed'> & {
  /** Times of private trips: given for people, not for what finds and keeps trips. */
  hidden?: HiddenTimes
}
