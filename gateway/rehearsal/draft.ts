import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import type { BoundaryDraft } from '#db/tables/tracking/boundary.ts'
import { type AreaPart, Areas } from '#messages/geography/areas.ts'

/** The draft cut into parts, as the trigger on `boundary` would. */
async function partsOf(db: Kysely<Database>, { buffer_m, geometry }: BoundaryDraft): Promise<DraftPart[]> {
  const { rows } = await sql<DraftPart>`/* rehearsed_parts */
    select encode(st_asewkb(piece), 'hex') as geometry, encode(st_asewkb(
      st_expand(st_envelope(piece), widen / cos(radians(least(85, widest + widen))), widen)), 'hex') as reach,
      st_asgeojson(piece, 15)::json->'coordinates' as rings
    from (select st_segmentize(area, 0.1) as piece from cut_area(${geometry}::geometry) area offset 0) pieces,
    lateral (select ${buffer_m}::float8 / 110000.0 as widen,
                    greatest(abs(st_ymin(piece)), abs(st_ymax(piece))) as widest) box
    where st_geometrytype(st_envelope(piece)) = 'ST_Polygon'`.execute(db)
  return rows
}

/**
 * Tables of boundaries as they would be with a draft, for the engine's own statements: `with` names hide the tables.
 */
function tablesWith(draft: BoundaryDraft, parts: DraftPart[]): RawBuilder<unknown> {
  const { boundary_id, organisation_id, owner_user_id, rule, buffer_m, use_accuracy, all_trackers } = draft
  const schedule = sql`${draft.schedule === null ? null : JSON.stringify(draft.schedule)}::jsonb`
  return sql`with draft_part as materialized (
      select -row_number() over () as id, geometry::geometry, reach::geometry
      from unnest(${parts.map((part) => part.geometry)}::text[], ${parts.map((part) => part.reach)}::text[])
        as u (geometry, reach)
    ), boundary as not materialized (
      select id, organisation_id, owner_user_id, rule, active, all_trackers, schedule from boundary
      where organisation_id = ${organisation_id} and id <> ${boundary_id}
      union all select ${boundary_id}::bigint, ${organisation_id}::bigint, ${owner_user_id}::bigint, ${rule}::text, true,
        ${all_trackers}::boolean, ${schedule}
    ), boundary_tracker as not materialized (
      select organisation_id, boundary_id, tracker_id from boundary_tracker
      where organisation_id = ${organisation_id} and boundary_id <> ${boundary_id}
      union all select ${organisation_id}::bigint, ${boundary_id}::bigint, unnest(${[...draft.tracker_ids]}::bigint[])
    ), boundary_part as not materialized (
      select id, organisation_id, boundary_id, owner_user_id, buffer_m, use_accuracy, all_trackers, schedule, rule,
        geometry, reach from boundary_part
      where organisation_id = ${organisation_id} and boundary_id <> ${boundary_id}
      union all select id, ${organisation_id}::bigint, ${boundary_id}::bigint, ${owner_user_id}::bigint,
        ${buffer_m}::float8, ${use_accuracy}::boolean, ${all_trackers}::boolean, ${schedule}, ${rule}::text,
        geometry, reach from draft_part
    )`
}

/** The areas of a draft for the trackers that it applies to, where no schedule decides. */
export async function readDraft(db: Kysely<Database>, draft: BoundaryDraft) {
  const parts = await partsOf(db, draft)
  const { buffer_m, use_accuracy, rule } = draft
  const own = parts.map(({ rings }) => ({ rings, buffer_m, use_accuracy }))
  const others = rule === 'any' ? await othersOf(db, draft) : []
  const is_timed = draft.schedule !== null || others === null
  const sets = new Map<string, Areas>()
  return {
    tables: tablesWith(draft, parts),
    /** Whether how exact a position is decides; to keep out of an area it never does. */
    uses_accuracy: rule !== 'keep_out' && (use_accuracy || others === null || others.some((one) => one.use_accuracy)),
    /** Those that decide about a tracker; null where PostGIS has to. */
    areasOf({ tracker_id, owner_user_id }: { tracker_id: number; owner_user_id: number | null }): Areas | null {
      if (is_timed) return null
      const applying = (others ?? []).filter(
        (other) =>
          (other.owner_user_id === null || other.owner_user_id === owner_user_id) &&
          (other.tracker_ids === null || other.tracker_ids.has(tracker_id)),
      )
      const key = applying.map(({ id }) => id).join()
      const known = sets.get(key) ?? new Areas([...own, ...applying])
      sets.set(key, known)
      return known
    },
  }
}

/** Parts of the other boundaries of rule `any`; null where they have schedules, or are too many to keep. */
async function othersOf(
  db: Kysely<Database>,
  { organisation_id, boundary_id }: BoundaryDraft,
): Promise<OtherPart[] | null> {
  const { rows } = await sql<{ points: number; timed: boolean | null }>`/* rehearsed_others */
    select coalesce(sum(st_npoints(geometry)), 0)::int as points, bool_or(schedule is not null) as timed
    from boundary_part
    where organisation_id = ${organisation_id} and boundary_id <> ${boundary_id} and rule = 'any'`.execute(db)
  if (rows[0]!.timed || rows[0]!.points > MOST_POINTS) return null
  const { rows: parts } = await sql<Omit<OtherPart, 'tracker_ids'> & { tracker_ids: number[] | null }>`
    select p.id, p.owner_user_id, p.buffer_m, p.use_accuracy, st_asgeojson(p.geometry, 15)::json->'coordinates' as rings,
      case when not p.all_trackers then array(select l.tracker_id::float8 from boundary_tracker l
        where l.organisation_id = p.organisation_id and l.boundary_id = p.boundary_id) end as tracker_ids
    from boundary_part p
    where p.organisation_id = ${organisation_id} and p.boundary_id <> ${boundary_id} and p.rule = 'any'
    order by p.id`.execute(db)
  return parts.map(({ tracker_ids, ...part }) => ({ ...part, tracker_ids: tracker_ids && new Set(tracker_ids) }))
}

const MOST_POINTS = 500_000
type DraftPart = { geometry: string; reach: string; rings: number[][][] }
type OtherPart = AreaPart & { id: number; owner_user_id: number | null; tracker_ids: Set<number> | null }
