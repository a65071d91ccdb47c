import { type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { figuresFor, type Overrides, type QuotaDefaults } from '#db/quotas.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { FRESH_DAYS, isFresh, overridesOf } from '#messages/queue/gate.ts'
import { countRows } from '../crud/pages/totals.ts'
import { allQuotas, organisationQuotas, usedOf } from '../crud/quotas.ts'

export const Usage = Type.Object({
  organisation_id: Id,
  name: Type.String(),
  users: Type.Integer(),
  trackers: Type.Integer(),
  boundaries: Type.Integer(),
  locations: Type.Integer(),
  alerts_open: Type.Integer(),
  events: Type.Integer(),
  events_are_estimated: Type.Boolean({ description: 'Whether `events` is the planner’s estimate, not a count' }),
  storage_bytes: Type.Integer({
    description: 'What its events take: their share of the database’s, an estimate, and the files of closed days',
  }),
  archived_events: Type.Integer({ description: 'Events of closed days, which are in files; part of `events`' }),
  archived_bytes: Type.Integer({ description: 'The size of those files; part of `storage_bytes`' }),
})

/** An organisation's usage of its quotas. */
export const QuotaUsage = Type.Object({
  /** Whether the organisation is exempt from the limits of new ones. */
  trusted: Type.Boolean(),
  /** When the limits of new organisations end; null if they do not apply. */
  limited_until: Nullable(Timestamp),
  quotas: Type.Array(
    Type.Object({
      name: Type.String(),
      /** What is counted, in English. */
      what: Nullable(Type.String()),
      /** Null for quotas counted per person, address or tracker. */
      used: Nullable(Type.Integer()),
      most: Type.Integer(),
      /** The limit without an override. */
      standard: Type.Integer(),
      /** Whether platform administrators have set an override. */
      is_set: Type.Boolean(),
    }),
  ),
})

export async function quotaUsageOf(
  db: Db,
  organisation_id: number,
  defaults: QuotaDefaults,
): Promise<Static<typeof QuotaUsage>> {
  const { rows } = await sql<{ fresh: boolean; trusted: boolean; limited_until: string; overrides: Overrides | null }>`
    select ${isFresh} as fresh, o.trusted_at is not null as trusted, ${overridesOf} as overrides,
      o.created_at + make_interval(days => ${FRESH_DAYS}::int) as limited_until
    from organisation o where o.id = ${organisation_id}`.execute(db)
  const { fresh, trusted, limited_until, overrides } = rows[0]!
  const figures = figuresFor(defaults, { fresh, overrides })
  const standard = figuresFor(defaults, { fresh, overrides: null })
  const used = await usedOf(db, organisation_id)
  return {
    trusted,
    limited_until: fresh ? limited_until : null,
    quotas: organisationQuotas().map((name) => ({
      name,
      what: allQuotas()[name]!.counts?.what ?? null,
      used: used[name] ?? null,
      most: figures[name]!,
      standard: standard[name]!,
      is_set: overrides?.[name] !== undefined,
    })),
  }
}

/** The usage of organisations, ordered by name. */
export async function usageOf(db: Db, organisation_ids: number[]): Promise<Static<typeof Usage>[]> {
  if (organisation_ids.length === 0) return []
  type Counted = Omit<Static<typeof Usage>, 'events' | 'events_are_estimated' | 'storage_bytes'>
  const { rows } = await sql<Counted>`
    select o.id as organisation_id, o.name,
      (select count(*)::int from membership m join user_account u on u.id = m.user_id
       where m.organisation_id = o.id and u.deleted_at is null) as users,
      (select count(*)::int from tracker t where t.organisation_id = o.id and not t.drill) as trackers,
      (select count(*)::int from boundary b where b.organisation_id = o.id) as boundaries,
      (select count(*)::int from location l where l.organisation_id = o.id) as locations,
      (select count(*)::int from alert a where a.organisation_id = o.id and a.ended_at is null
        and a.kind <> 'offline' and not exists (select from tracker t
          where t.organisation_id = a.organisation_id and t.id = a.tracker_id and t.drill)) as alerts_open,
      (select coalesce(sum(h.events), 0)::float8 from event_archive h where h.organisation_id = o.id) as archived_events,
      (select coalesce(sum(h.bytes), 0)::float8 from event_archive h where h.organisation_id = o.id) as archived_bytes
    from organisation o where o.id in (${sql.join(organisation_ids)}) order by o.name, o.id`.execute(db)
  const all = await eventStorage(db)
  return Promise.all(
    rows.map(async (row) => {
      const where = sql<SqlBool>`organisation_id = ${row.organisation_id}`
      const { total: hot, estimated: events_are_estimated } = await countRows(db, { table: 'tracker_event' }, where)
      const hot_bytes = Math.round((all.bytes * hot) / Math.max(all.rows, hot, 1))
      const [events, storage_bytes] = [hot + row.archived_events, hot_bytes + row.archived_bytes]
      return { ...row, events, events_are_estimated, storage_bytes }
    }),
  )
}

async function eventStorage(db: Db): Promise<{ rows: number; bytes: number }> {
  const { rows } = await sql<{ rows: number; bytes: number }>`
    select coalesce(sum(greatest(c.reltuples, 0)), 0)::float8 as rows,
      coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 as bytes
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'tracker_event'::regclass`.execute(db)
  return rows[0]!
}
