import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { networkOf } from '../http/network_of.ts'
import { administers } from './belonging.ts'
import type { Viewer } from './viewer.ts'

/**
 * Notes what an administrator or an impersonator did, in the transaction that does it. Details name fields and
 * circumstances, never passwords or tokens.
 */
export async function audit(trx: Db, actor: Actor, action: string, about: About = {}): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({
      user_id: actor.user_id,
      impersonator_user_id: actor.impersonator_user_id ?? null,
      action,
      ...about,
      ip: about.ip ?? actor.ip ?? null,
    })
    .execute()
}

/** Notes what became of somebody's account, wherever they are a member. */
export async function noteAccount(trx: Db, actor: Actor, action: string, about: AboutAccount = {}): Promise<void> {
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
 * Notes a wrong password or code, one row an hour for each account however many there are, with up to ten networks that
 * they came from. What was typed is not kept: people type passwords into the wrong field.
 *
 * @param user_id 0 where there is no such account: that is the installation's to know
 */
export async function noteFailedSignIn(db: Db, user_id: number, ip: string, wrong: 'password' | 'code'): Promise<void> {
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
 * Notes that somebody was told a token: who has it reports as the tracker, or sees where it is.
 *
 * @param about.replaced one row an hour for each tracker; else one for all that are new, which names the first
 */
export async function noteToken(trx: Db, viewer: Viewer, action: string, about: AboutToken): Promise<void> {
  const { organisation_id, entity, entity_id, replaced = false } = about
  await insertCounted(trx, sql`select ${organisation_id}::bigint as organisation_id`, viewer, {
    ...{ action, entity, entity_id, details: {} },
    key: [viewer.user_id, viewer.impersonator_user_id ?? '', replaced ? entity_id : ''].join(':'),
  })
}

/** Notes that somebody took rows away as a file; in the organisations whose rows they are. */
export async function noteExport(db: Db, viewer: Viewer, about: AboutExport): Promise<void> {
  const { organisations, entity, format, tracker_id } = about
  const concerned = sql`select unnest(${`{${organisations.join(',')}}`}::bigint[]) as organisation_id
    union all select null where ${organisations.length === 0}`
  await insertCounted(db, concerned, viewer, {
    action: about.action ?? `${entity}.export`,
    ...{ entity, entity_id: null },
    details: { format, ...(tracker_id !== undefined && { tracker_id }) },
    key: [viewer.user_id, viewer.impersonator_user_id ?? '', entity, format, tracker_id ?? ''].join(':'),
  })
}

/** Whether what the viewer does in the organisation is kept. */
export function isWatched(viewer: Viewer, organisation_id: number | null): boolean {
  return administers(viewer, organisation_id) || viewer.impersonator_user_id !== null
}

/**
 * One row for each organisation; within the same hour the same things count in it, so nobody fills the log by doing
 * something again and again.
 *
 * @param organisations a statement that gives `organisation_id`
 */
async function insertCounted(db: Db, organisations: RawBuilder<unknown>, actor: Actor, noted: Counted): Promise<void> {
  const { action, entity, entity_id, details, key } = noted
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

/** Where somebody is a member; the installation itself, where they are nowhere. */
const ofMember = (user_id: number) => sql`
  select m.organisation_id from membership m where m.user_id = ${user_id}
  union all select null where not exists (select from membership m where m.user_id = ${user_id})`

/** A viewer is one. */
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
/** `action`: where it is not the list of a resource. `tracker_id`: where it is of one tracker. */
type AboutExport = { action?: string; entity: string; format: string; organisations: number[]; tracker_id?: number }
type Counted = {
  action: string
  entity: string
  entity_id: number | null
  details: Record<string, unknown>
  /** What tells it from others of the same action and hour. */
  key: string
}
