import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { administers } from './belonging.ts'
import type { Viewer } from './viewer.ts'

/**
 * Writes an audit entry for an action of an administrator or impersonator, in the same transaction. Details name fields
 * and circumstances, never passwords or tokens.
 */
export async function audit(trx: Db, actor: Actor, action: string, about: About = {}): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({
      user_id: actor.user_id,
      impersonator_user_id: actor.impersonator_user_id ?? null,
      action,
      ...about,
      ...detailsOf(actor, about.details),
      ip: about.ip ?? actor.ip ?? null,
    })
    .execute()
}

/**
 * Writes an audit entry for a token that was shown: its holder can report as the tracker, or see its position.
 *
 * @param about.replaced one row an hour for each tracker; else one row for all new ones, which names the first
 */
export async function auditToken(trx: Db, viewer: Viewer, action: string, about: AboutToken): Promise<void> {
  const { organisation_id, entity, entity_id, replaced = false } = about
  await auditCounted(trx, sql`select ${organisation_id}::bigint as organisation_id`, viewer, {
    action,
    entity,
    entity_id,
    details: {},
    key: [viewer.user_id, viewer.impersonator_user_id ?? '', replaced ? entity_id : ''].join(':'),
  })
}

/** Writes an audit entry for an export to the organisations whose rows are in the file. */
export async function auditExport(db: Db, viewer: Viewer, about: AboutExport): Promise<void> {
  const { organisations, entity, format, named = {} } = about
  const affected = sql`select unnest(${`{${organisations.join(',')}}`}::bigint[]) as organisation_id
    union all select null where ${organisations.length === 0}`
  await auditCounted(db, affected, viewer, {
    action: about.action ?? `${entity}.export`,
    entity,
    entity_id: null,
    details: { format, ...named },
    key: [viewer.user_id, viewer.impersonator_user_id ?? '', entity, format, ...Object.values(named)].join(':'),
  })
}

/** Whether the viewer's actions in the organisation are audited. */
export function isWatched(viewer: Viewer, organisation_id: number | null): boolean {
  return administers(viewer, organisation_id) || viewer.impersonator_user_id !== null || Boolean(viewer.api_key)
}

/**
 * Writes one row for each organisation; repetitions within the hour are counted in it, so that they cannot flood the
 * log.
 *
 * @param organisations a statement that gives `organisation_id`
 */
export async function auditCounted(
  db: Db,
  organisations: RawBuilder<unknown>,
  actor: Actor,
  entry: Counted,
): Promise<void> {
  const { action, entity, entity_id, key } = entry
  const { details = {} } = detailsOf(actor, entry.details)
  const hour = Math.floor(Date.now() / 3600_000)
  const ip = actor.ip ?? null
  await sql`
    insert into audit_log (organisation_id, user_id, impersonator_user_id, action, entity, entity_id, details, ip, aggregate_key)
    select o.organisation_id, ${actor.user_id}::bigint, ${actor.impersonator_user_id ?? null}::bigint, ${action}, ${entity},
      ${entity_id}::bigint, nullif(${JSON.stringify(details)}::jsonb, '{}'), ${ip}::text, ${`${action}:${key}:${actor.api_key ? `${actor.api_key.name}:` : ''}${hour}`}
    from (${organisations}) o order by o.organisation_id
    on conflict (organisation_id, aggregate_key) where aggregate_key is not null do update
      set details = coalesce(audit_log.details, '{}') || jsonb_build_object('times',
          coalesce((audit_log.details->>'times')::int, 1) + 1)
        || case when audit_log.ip is not distinct from excluded.ip or excluded.ip is null
            or audit_log.details->'also_from' @> to_jsonb(excluded.ip)
            or jsonb_array_length(coalesce(audit_log.details->'also_from', '[]')) >= 9 then '{}'
          else jsonb_build_object('also_from', coalesce(audit_log.details->'also_from', '[]') || to_jsonb(excluded.ip)) end
    `.execute(db)
}

/** Names the API key by which an actor acts. */
function detailsOf({ api_key }: Actor, details?: Record<string, unknown>): { details?: Record<string, unknown> } {
  const named = api_key ? { ...details, api_key: api_key.name } : details
  return named ? { details: withoutLong(named) } : {}
}

/** Details within the size limit of their column: long lists are replaced by their length. */
function withoutLong(details: Record<string, unknown>): Record<string, unknown> {
  if (Buffer.byteLength(JSON.stringify(details)) <= DETAILS_BYTES) return details
  const short = Object.entries(details).map(([name, value]) => {
    const bytes = Buffer.byteLength(JSON.stringify(value) ?? '')
    if (bytes <= 200) return [name, value]
    return [name, Array.isArray(value) ? `${value.length} in all` : `${bytes} bytes`]
  })
  return Object.fromEntries(short.slice(0, MOST_DETAILS))
}

const DETAILS_BYTES = 4096
const MOST_DETAILS = 15

/** Who acted; a `Viewer` is an `Actor`. */
export type Actor = {
  user_id: number | null
  impersonator_user_id?: number | null
  ip?: string | null
  api_key?: { name: string } | null
}

export type About = {
  organisation_id?: number | null
  entity?: string
  entity_id?: number
  details?: Record<string, unknown>
  ip?: string | null
}

type AboutToken = { organisation_id: number | null; entity: string; entity_id: number; replaced?: boolean }
/** `action` overrides the resource's export action. `named` is what a filter names, such as a tracker's id. */
type AboutExport = { action?: string; entity: string; format: string; organisations: number[]; named?: object }
type Counted = {
  action: string
  entity: string
  entity_id: number | null
  details: Record<string, unknown>
  /** Identifies repetitions of the same action within the hour. */
  key: string
}
