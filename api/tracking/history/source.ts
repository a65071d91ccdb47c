import { type SqlBool, sql } from 'kysely'
import type { Column } from '#db/history/event.ts'
import { type EventFilter, shareOfTime } from '#db/history/filter.ts'
import { historyOf } from '#db/history/of.ts'
import { archiveVersion, micros } from '#db/history/parts.ts'
import { countEvents, readEvents, type StoredEvent } from '#db/history/read.ts'
import { archivedRows } from '#db/history/recordset.ts'
import { listShownParts, type ShownParts as Parts } from '#db/history/shown_parts.ts'
import type { HistoryStore } from '#db/history/store.ts'
import type { Filter, ListRequest } from '../../crud/resource.ts'
import type { ArchivedRow, Files, KeyRange, Source } from '../../crud/tiers/source.ts'
import type { Viewer } from '../../crud/viewer.ts'

/** Events of closed days. The trackers that a viewer may read are asked before a file is opened. */
export const eventFiles: Source = {
  async version({ db, viewer, query }) {
    if (!historyOf(db)) return 0
    const { rows } = await sql<{ version: number }>`
      select ${archiveVersion(organisationsOf(viewer, query.organisation_id))} as version`.execute(db)
    return rows[0]!.version
  },
  async find(request, range) {
    const { db, viewer, query } = request
    const store = historyOf(db)
    if (!store) return null
    const organisation_ids = organisationsOf(viewer, query.organisation_id)
    if (!(await hasFiles(request, organisation_ids, range))) return null
    const span = spanOf(request, range)
    const filter = await filterOf(request)
    const parts = await listShownParts(db, { organisation_ids, ...span, tracker_ids: filter.tracker_ids ?? null })
    if (parts.parts.length === 0) return null
    return filesOf(store, parts, filter)
  },
  async findOne(request, id) {
    const { db, viewer } = request
    const store = historyOf(db)
    if (!store) return null
    const organisation_ids = organisationsOf(viewer, undefined)
    const { rows } = await sql<{ day: string }>`
      select distinct a.day from event_archive a
      where ${isOf(organisation_ids)} and a.first_id <= ${id} and a.last_id >= ${id} limit 100`.execute(db)
    if (rows.length === 0) return null
    const days = rows.map(({ day }) => String(day).slice(0, 10))
    const all = await listShownParts(db, {
      organisation_ids,
      from: `${days.toSorted()[0]}T00:00:00Z`,
      to: `${days.toSorted().at(-1)}T00:00:00Z`,
    })
    const parts = { ...all, parts: all.parts.filter(({ day }) => days.includes(day)) }
    return filesOf(store, parts, { ...(await filterOf(request)), id })
  },
  asTable: (rows) => archivedRows(rows.map(({ row }) => row as StoredEvent)),
}

function filesOf(store: HistoryStore, { version, parts, ...left_out }: Parts, filter: EventFilter): Files {
  const read = async function* (range: KeyRange, columns: Column[] | undefined, pace: number, signal?: AbortSignal) {
    const { descending, after } = range
    const order = range.by === 'id' ? 'id' : 'fix_at'
    const from_here = parts.filter((part) => isAhead(part, range))
    const pages = readEvents(
      store,
      { parts: from_here, ...left_out },
      {
        filter,
        order,
        descending,
        signal,
        window_rows: Math.min(MOST_AT_ONCE, Math.max(LEAST_AT_ONCE, pace)),
        ...(columns && { columns }),
        ...(after && { after: { fix_at: after.key, id: after.id } }),
      },
    )
    for await (const page of pages) {
      yield page.map((row): ArchivedRow => ({ at: { id: row.id, key: row[order] }, row: row as never }))
    }
  }
  return {
    version,
    has_changes: !left_out.changed.isEmpty || !left_out.hidden.isEmpty,
    estimate: estimateOf(parts, filter),
    rows: (range, pace, signal) => read(range, undefined, pace, signal),
    keys: (range, pace, signal) => read(range, ['id', 'fix_at'], pace, signal),
    count: (most, signal) => countEvents(store, { parts, ...left_out }, { filter, most, signal }),
  }
}

/** Of a filter by tracker and time, its share of those in a file; other filters are taken to match all. */
function estimateOf(parts: Parts['parts'], filter: EventFilter): number {
  const { tracker_ids } = filter
  const share = ({ first_tracker_id, last_tracker_id }: Parts['parts'][number]) =>
    tracker_ids ? Math.min(1, tracker_ids.size / (last_tracker_id - first_tracker_id + 1)) : 1
  return Math.round(parts.reduce((sum, part) => sum + part.events * share(part) * shareOfTime(part, filter), 0))
}

/** Events that are sorted in memory at a time. */
const LEAST_AT_ONCE = 200
const MOST_AT_ONCE = 20_000

/** Whether a file has keys in a range. */
function isAhead(part: Parts['parts'][number], { by, descending, after, until }: KeyRange): boolean {
  const [first, last] = by === 'id' ? [part.first_id, part.last_id] : [part.first_fix_at, part.last_fix_at]
  const [begin, end] = descending ? [until, after] : [after, until]
  return (!begin || last >= begin.key) && (!end || first <= end.key)
}

/** One look at an index for lists by id, whose newest rows are in the table: most lists end here. */
async function hasFiles({ db }: ListRequest, organisation_ids: number[] | null, range: KeyRange): Promise<boolean> {
  if (range.by !== 'id') return true
  const [begin, end] = range.descending ? [range.until, range.after] : [range.after, range.until]
  const { rows } = await sql<{ found: boolean }>`select exists (select from event_archive a
    where ${isOf(organisation_ids)} and ${begin ? sql`a.last_id >= ${begin.key}` : sql`true`}
      and ${end ? sql`a.first_id <= ${end.key}` : sql`true`}) as found`.execute(db)
  return rows[0]!.found
}

/** The fix times of a list in a range; both ends are inclusive. */
function spanOf({ query }: ListRequest, { by, descending, after, until }: KeyRange) {
  const { from, to } = query as { from?: string; to?: string }
  if (by === 'id') return { from, to }
  const [begin, end] = descending ? [until, after] : [after, until]
  const [low, high] = [begin && dayOf(begin.key), end && dayOf(end.key)]
  return { from: outer([from, low], 1), to: outer([to, high], -1) }
}

/** The latest (1) or the earliest (-1) of the times that are given. */
function outer(times: (string | null | undefined)[], sign: 1 | -1): string | undefined {
  return times.filter((time) => time != null).toSorted((a, b) => sign * (Date.parse(b) - Date.parse(a)))[0]
}

const dayOf = (microseconds: number) => `${new Date(microseconds / 1000).toISOString().slice(0, 10)}T00:00:00Z`

async function filterOf({ db, resource, viewer, query }: ListRequest): Promise<EventFilter> {
  const { outside_boundary, repeated, late, event, search } = query as Record<string, never>
  const { from, to } = query as { from?: string; to?: string }
  const { rows } = await sql<{ from: number | null; to: number | null }>`
    select ${micros(sql`${from ?? null}::timestamptz`)} as from, ${micros(sql`${to ?? null}::timestamptz`)} - 1 as to`.execute(
    db,
  )
  const tracker_ids = await trackersOf({ db, resource, viewer, query })
  return { tracker_ids, ...rows[0]!, outside_boundary, repeated, late, event, search }
}

/**
 * The trackers whose events a viewer may read, by the resource's own scope and filters; null for all trackers of the
 * viewer's organisations.
 */
async function trackersOf({ db, resource, viewer, query }: ListRequest): Promise<Set<number> | null> {
  const { tracker_id, organisation_id } = query
  const filters = resource.filters as Record<'tracker_id' | 'organisation_id', Filter>
  const where = sql<SqlBool>`${resource.reads(viewer)}
    and ${tracker_id === undefined ? sql`true` : filters.tracker_id.where(tracker_id as never, viewer, resource.table)}`
  const organisation_ids = organisationsOf(viewer, organisation_id)
  const trackers = sql`(select t.organisation_id, t.id as tracker_id, null::timestamptz as fix_at from tracker t
    where ${isOf(organisation_ids, 't')}) as ${sql.ref(resource.table)}`
  const { rows: hidden } = await sql`select 1 from ${trackers} where (${where}) is not true limit 1`.execute(db)
  if (hidden.length === 0 && tracker_id === undefined) return null
  const { rows } = await sql<{ tracker_id: number }>`select tracker_id from ${trackers} where ${where}`.execute(db)
  return new Set(rows.map((row) => row.tracker_id))
}

/** The organisations that a list may be of; null for all. */
function organisationsOf({ platform_admin, memberships }: Viewer, organisation_id: unknown): number[] | null {
  if (platform_admin) return organisation_id === undefined ? null : [organisation_id as number]
  const own = memberships.map((membership) => membership.organisation_id)
  return organisation_id === undefined ? own : own.filter((id) => id === organisation_id)
}

const isOf = (organisation_ids: number[] | null, table = 'a') =>
  organisation_ids
    ? sql<SqlBool>`${sql.ref(`${table}.organisation_id`)} = any(${organisation_ids}::bigint[])`
    : sql<SqlBool>`true`
