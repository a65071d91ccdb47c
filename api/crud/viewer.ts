import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { isServed } from '#db/moving/hold.ts'
import { limitsOfMember } from '#db/privacy/roles.ts'
import { groupsOfMember } from '#db/privacy/tracker_groups.ts'
import { defaultFeatures, type Feature } from '#db/tables/organisations/organisation_config.ts'
import type { KeyScope } from '#db/tables/people/api_key.ts'
import type { BillingRole, CpdRole, MembershipRole } from '#db/tables/people/membership.ts'
import type { RoleLimits } from '#db/tables/people/role.ts'
import { keysAllowed } from './session/keys_allowed.ts'
import { lacksSecondFactor } from './session/second_factor.ts'

/** The authenticated user and their memberships. Loaded for each request, so that a revoked right ends immediately. */
export type Viewer = {
  user_id: number
  platform_admin: boolean
  memberships: Member[]
  /**
   * All memberships, where a role of the organisation limits some, or some have an office in billing: `memberships` are
   * with the rights that they have where something is asked (`roles/limit.ts`). Without such it is not set.
   */
  every?: Member[]
  /** Of the organisations that are on hold, or have moved: they are not among the memberships. */
  held: { organisation_id: number; organisation_name: string; moved_to: string | null }[]
  /** Null for the operator, who has no session. */
  session_id: number | null
  /** The administrator who impersonates the user. */
  impersonator_user_id: number | null
  /**
   * Whether private texts, health numbers and their evidence are shown: only in a session that the person began with a
   * password of their own, at a proved address. Not while impersonating.
   */
  opens_private: boolean
  /** Whether a required second factor is not set up: until then most routes are refused. */
  lacks_second_factor?: boolean
  /** The password was set by an administrator: only changing it is allowed. */
  password_change_required: boolean
  /** The API key that acts as the user, in its organisation and within its scopes. */
  api_key?: ViewersKey | null
  ip: string | null
}

export type ViewersKey = {
  id: number
  name: string
  organisation_id: number
  scopes: KeyScope[]
  /** Whether its last use is not written yet. */
  unnoted: boolean
}

export type Member = {
  organisation_id: number
  organisation_name: string
  role_name: MembershipRole
  /** What they do in professional development besides. */
  cpd_role: CpdRole | null
  /** What they do in billing besides. */
  billing_role?: BillingRole | null
  /** The membership as it is elsewhere, where an office raises it. */
  elsewhere?: Member
  /** The groups of trackers that they are limited to, with all below them; null sees all that the role sees. */
  group_ids: number[] | null
  /** The role of the organisation that limits them further; null or absent for all that `role_name` may. */
  limits?: RoleLimits | null
  /** What is switched on in the organisation. */
  features: Feature[]
}

/**
 * Loads the viewer by one statement, since every request needs it.
 *
 * The viewer of an API key has the rights that its owner has now, of a member of its organisation and of no other.
 *
 * @returns null when the session has ended, or the account is deleted, inactive or not confirmed, or the owner of an API
 *   key has left its organisation
 */
export async function loadViewer(db: Db, identity: Identity, ip: string | null = null): Promise<Viewer | null> {
  const session =
    'session_id' in identity || 'key_sha256' in identity
      ? sql`session s join user_account u
          on ${isSession(identity)} and u.id = s.user_id and s.revoked_at is null and s.expires_at > now()`
      : 'user_id' in identity
        ? sql`user_account u left join session s on false`
        : sql`(select * from user_account where platform_admin and active and deleted_at is null order by id limit 1) u
          left join session s on false`
  const given = 'user_id' in identity && identity.opens_private === true
  // Named by kind, whose text is one: planning takes six times as long as running it.
  const { rows } = await sql<Omit<Viewer, 'ip'>>`${names[kindOf(identity)]}
    select u.id as user_id, u.platform_admin and k.id is null as platform_admin, s.id as session_id, s.impersonator_user_id,
      (${given} or coalesce(s.proved and s.impersonator_user_id is null, false)) as opens_private,
      ${lacksSecondFactor} as lacks_second_factor,
      u.password_origin = 'given' and s.id is not null and s.impersonator_user_id is null and not s.by_operator
        as password_change_required,
      case when k.id is not null then json_build_object('id', k.id, 'name', k.name, 'organisation_id', k.organisation_id,
        'scopes', k.scopes, 'unnoted', k.last_used_at is null or k.last_used_at < now() - interval '1 minute')
        end as api_key,
      coalesce((select json_agg(json_build_object('organisation_id', m.organisation_id, 'organisation_name', o.name,
          'role_name', m.role_name, 'cpd_role', m.cpd_role, 'billing_role', m.billing_role, 'group_ids', ${groupsOfMember('m')}, 'limits', ${limitsOfMember('m')}, 'features', coalesce(c.features, ${defaultFeatures}::text[])) order by m.created_at, m.organisation_id)
        from membership m join organisation o on o.id = m.organisation_id
          left join organisation_config c on c.organisation_id = m.organisation_id where m.user_id = u.id and ${isOfKey(sql`m.organisation_id`)}
            and ${isServed(sql`m.organisation_id`)}), '[]') as memberships,
      coalesce((select json_agg(json_build_object('organisation_id', h.organisation_id, 'organisation_name', o.name,
          'moved_to', h.moved_to) order by h.organisation_id)
        from organisation_hold h join organisation o on o.id = h.organisation_id
        where ${isOfKey(sql`h.organisation_id`)} and (u.platform_admin or exists (
          select from membership m where m.organisation_id = h.organisation_id and m.user_id = u.id))), '[]') as held
    from ${session} left join api_key k on k.id = s.api_key_id
    where (k.id is null or exists (
        select from membership m left join organisation_config c on c.organisation_id = m.organisation_id
        where m.user_id = u.id and m.organisation_id = k.organisation_id and ${keysAllowed('m', 'c')}))
      and u.active and u.deleted_at is null and u.confirmed_at is not null
      and ${'user_id' in identity ? sql<boolean>`u.id = ${identity.user_id}` : sql<boolean>`true`}`.execute(db)
  return rows[0] ? { ...rows[0], ...unlimited(rows[0].memberships), ip } : null
}

type Kind = 'session_id' | 'key_sha256' | 'user_id' | 'operator'
const kindOf = (identity: Identity) => (Object.keys(names) as Kind[]).find((kind) => kind in identity)!
const names = {
  session_id: sql`/* viewer_of_session */`,
  key_sha256: sql`/* viewer_of_key */`,
  user_id: sql`/* viewer_of_user */`,
  operator: sql`/* viewer_of_operator */`,
}

/**
 * What names no area sees a member with a role of the organisation as none, so that it is closed to them, and a treasurer
 * as the member that they are besides.
 */
function unlimited(every: Member[]): { memberships: Member[]; every?: Member[] } {
  const memberships = every.filter(({ limits }) => !limits)
  const differs = memberships.length < every.length || every.some(({ billing_role }) => billing_role)
  return differs ? { memberships, every } : { memberships }
}

const isSession = (identity: { session_id: number } | { key_sha256: string }) =>
  'session_id' in identity
    ? sql`s.id = ${identity.session_id}`
    : sql`s.api_key_id = (select id from api_key where key_sha256 = ${identity.key_sha256})`

const isOfKey = (organisation_id: RawBuilder<unknown>) => sql`(k.id is null or ${organisation_id} = k.organisation_id)`

/**
 * The subject of a token: a session's user, who may be the owner of an API key, or the operator, who acts as the first platform administrator. A job acts as
 * its user, and opens what the session opened that has asked for it.
 */
export type Identity =
  | { session_id: number }
  | { key_sha256: string }
  | { operator: true }
  | { user_id: number; opens_private?: boolean }

/** The organisations in which the viewer has one of the roles. */
export function organisationsOf(viewer: Viewer, ...roles: MembershipRole[]): number[] {
  return viewer.memberships.filter((m) => roles.includes(m.role_name)).map((m) => m.organisation_id)
}

/** Whether the member sees every tracker of the organisation, and what belongs to other members there. */
export const seesEverything = ({ role_name, group_ids }: Member) => seesAll.includes(role_name) && group_ids === null

/** Administrators and Staff see every tracker of their organisation, Staff who are limited to groups those of the groups. */
export const seesAll: MembershipRole[] = ['Administrator', 'Staff']
export const managesAll: MembershipRole[] = ['Administrator']

/** Reloads the viewer after a change of their rights. */
export function reloadViewer(db: Db, { session_id, ip }: Viewer): Promise<Viewer | null> {
  return loadViewer(db, session_id === null ? { operator: true } : { session_id }, ip)
}
