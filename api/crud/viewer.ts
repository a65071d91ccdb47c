import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { isServed } from '#db/moving/hold.ts'
import { groupsOfMember } from '#db/privacy/tracker_groups.ts'
import { defaultFeatures, type Feature } from '#db/tables/organisations/organisation_config.ts'
import type { MembershipRole } from '#db/tables/people/membership.ts'
import { lacksSecondFactor } from './session/second_factor.ts'

/** The authenticated user and their memberships. Loaded for each request, so that a revoked right ends immediately. */
export type Viewer = {
  user_id: number
  platform_admin: boolean
  memberships: Member[]
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
  ip: string | null
}

export type Member = {
  organisation_id: number
  organisation_name: string
  role_name: MembershipRole
  /** The groups of trackers that they are limited to, with all below them; null sees all that the role sees. */
  group_ids: number[] | null
  /** What is switched on in the organisation. */
  features: Feature[]
}

/**
 * Loads the viewer by one statement, since every request needs it.
 *
 * @returns null when the session has ended, or the account is deleted, inactive or not confirmed
 */
export async function loadViewer(db: Db, identity: Identity, ip: string | null = null): Promise<Viewer | null> {
  const session =
    'session_id' in identity
      ? sql`session s join user_account u
          on s.id = ${identity.session_id} and u.id = s.user_id and s.revoked_at is null and s.expires_at > now()`
      : 'user_id' in identity
        ? sql`user_account u left join session s on false`
        : sql`(select * from user_account where platform_admin and active and deleted_at is null order by id limit 1) u
          left join session s on false`
  const given = 'user_id' in identity && identity.opens_private === true
  const { rows } = await sql<Omit<Viewer, 'ip'>>`
    select u.id as user_id, u.platform_admin, s.id as session_id, s.impersonator_user_id,
      (${given} or coalesce(s.proved and s.impersonator_user_id is null, false)) as opens_private,
      ${lacksSecondFactor} as lacks_second_factor,
      u.password_origin = 'given' and s.id is not null and s.impersonator_user_id is null and not s.by_operator
        as password_change_required,
      coalesce((select json_agg(json_build_object('organisation_id', m.organisation_id, 'organisation_name', o.name,
          'role_name', m.role_name, 'group_ids', ${groupsOfMember('m')}, 'features', coalesce(c.features, ${defaultFeatures}::text[])) order by m.created_at, m.organisation_id)
        from membership m join organisation o on o.id = m.organisation_id
          left join organisation_config c on c.organisation_id = m.organisation_id where m.user_id = u.id
            and ${isServed(sql`m.organisation_id`)}), '[]') as memberships,
      coalesce((select json_agg(json_build_object('organisation_id', h.organisation_id, 'organisation_name', o.name,
          'moved_to', h.moved_to) order by h.organisation_id)
        from organisation_hold h join organisation o on o.id = h.organisation_id
        where u.platform_admin or exists (
          select from membership m where m.organisation_id = h.organisation_id and m.user_id = u.id)), '[]') as held
    from ${session}
    where u.active and u.deleted_at is null and u.confirmed_at is not null
      and ${'user_id' in identity ? sql<boolean>`u.id = ${identity.user_id}` : sql<boolean>`true`}`.execute(db)
  return rows[0] ? { ...rows[0], ip } : null
}

/**
 * The subject of a token: a session's user, or the operator, who acts as the first platform administrator. A job acts as
 * its user, and opens what the session opened that has asked for it.
 */
export type Identity = { session_id: number } | { operator: true } | { user_id: number; opens_private?: boolean }

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
