import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { networkOf } from '../http/addresses/network_of.ts'
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
      ...(about.details && { details: withoutLong(about.details) }),
      ip: about.ip ?? actor.ip ?? null,
    })
    .execute()
}

/** Writes an audit entry about an account to every organisation that it is a member of. */
export async function auditAccount(trx: Db, actor: Actor, action: string, about: AboutAccount = {}): Promise<void> {
  const { user_id = actor.user_id, details = {} } = about
  await insertCounted(trx, ofMember(user_id ?? 0), actor, {
    action,
    entity: 'user',
    entity_id: user_id,
    details,
    key: [actor.user_id, user_id, networkOf(actor.ip ?? ''), ...Object.values(details)].join(':'),
  })
}

/**
 * Writes an audit entry for a wrong password or code: one row an hour for each account, with a count and up to ten
 * networks. The input is not stored, since people type passwords into the wrong field.
 *
 * @param user_id 0 where no account has the name: the entry then belongs to the installation
 */
export async function auditFailedSignIn(
  db: Db,
  user_id: number,
  ip: string,
  wrong: 'password' | 'code',
): Promise<void> {
  await insertCounted(
    db,
    ofMember(user_id),
    { user_id: null, ip },
    {
      action: 'user.signin.fail',
      entity: 'user',
      entity_id: user_id || null,
      details: { wrong },
      key: `${user_id}:${wrong}`,
    },
  )
}

/**
 * Writes an audit entry for a token that was shown: its holder can report as the tracker, or see its position.
 *
 * @param about.replaced one row an hour for each tracker; else one row for all new ones, which names the first
 */
export async function auditToken(trx: Db, viewer: Viewer, action: string, about: AboutToken): Promise<void> {
  const { organisation_id, entity, entity_id, replaced = false } = about
  await insertCounted(trx, sql`select ${organisation_id}::bigint as organisation_id`, viewer, {
    action,
    entity,
    entity_id,
    details: {},
    key: [viewer.user_id, viewer.impersonator_user_id ?? '', replaced ? entity_id : ''].join(':'),
  })
}

/** Writes an audit entry for an export to the organisations whose rows are in the file. */
export async function auditExport(db: Db, viewer: Viewer, about: AboutExport): Promise<void> {
  const { organisations, entity, format, tracker_id } = about
  const affected = sql`select unnest(${`{${organisations.join(',')}}`}::bigint[]) as organisation_id
    union all select null where ${organisations.length === 0}`
  await insertCounted(db, affected, viewer, {
    action: about.action ?? `${entity}.export`,
    entity,
    entity_id: null,
    details: { format, ...(tracker_id !== undefined && { tracker_id }) },
    key: [viewer.user_id, viewer.impersonator_user_id ?? '', entity, format, tracker_id ?? ''].join(':'),
  })
}

/** Whether the viewer's actions in the organisation are audited. */
export function isWatched(viewer: Viewer, organisation_id: number | null): boolean {
  return administers(viewer, organisation_id) || viewer.impersonator_user_id !== null
}

/**
 * Writes one row for each organisation; repetitions within the hour are counted in it, so that they cannot flood the
 * log.
 *
 * @param organisations a statement that gives `organisation_id`
 */
async function insertCounted(db: Db, organisations: RawBuilder<unknown>, actor: Actor, entry: Counted): Promise<void> {
  const { action, entity, entity_id, key } = entry
  const details = withoutLong(entry.details)
  const hour = Math.floor(Date.now() / 3600_000)
  const ip = actor.ip ?? null
  await sql`
    insert into audit_log (organisation_id, user_id, impersonator_user_id, action, entity, entity_id, details, ip, aggregate_key)
    select o.organisation_id, ${actor.user_id}::bigint, ${actor.impersonator_user_id ?? null}::bigint, ${action}, ${entity},
      ${entity_id}::bigint, nullif(${JSON.stringify(details)}::jsonb, '{}'), ${ip}::text, ${`${action}:${key}:${hour}`}
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

/** The organisations of a user; null, the installation, for a user without memberships. */
const ofMember = (user_id: number) => sql`
  select m.organisation_id from membership m where m.user_id = ${user_id}
  union all select null where not exists (select from membership m where m.user_id = ${user_id})`

/** Who acted; a `Viewer` is an `Actor`. */
export type Actor = { user_id: number | null; impersonator_user_id?: number | null; ip?: string | null }

export type About = {
  organisation_id?: number | null
  entity?: string
  entity_id?: number
  details?: Record<string, unknown>
  ip?: string | null
}

type AboutAccount = { user_id?: number | null; details?: Record<string, unknown> }
type AboutToken = { organisation_id: number | null; entity: string; entity_id: number; replaced?: boolean }
/** `action` overrides the resource's export action. `tracker_id` is set for the export of one tracker. */
type AboutExport = { action?: string; entity: string; format: string; organisations: number[]; tracker_id?: number }
type Counted = {
  action: string
  entity: string
  entity_id: number | null
  details: Record<string, unknown>
  /** Identifies repetitions of the same action within the hour. */
  key: string
}
