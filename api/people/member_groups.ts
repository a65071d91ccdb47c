import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import type { MembershipRole } from '#db/tables/people/membership.ts'
import { wrong } from '../http/errors.ts'
import { checkGroups } from '../tracking/access/groups.ts'

/** The groups of trackers that a member, or who is invited, sees with all below them; null for all. */
export const GroupIds = Nullable(
  Type.Array(Id, {
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
    description: 'Staff see the trackers of these groups and of all below them only; null for all',
  }),
)

/** The groups of a row of `membership` or `invitation`; null where it is not limited. */
export const groupIdsOf = (table: Limited): RawBuilder<number[] | null> => sql`case when ${sql.ref(`${table}.limited`)}
  then (select coalesce(json_agg(g.group_id order by g.group_id), '[]'::json) from ${sql.table(`${table}_group`)} g
    where ${sql.ref(`g.${table}_id`)} = ${sql.ref(`${table}.id`)}) end`

/** @throws {AppError} bad_request where the role has no such limit, or one of them is not a group of the organisation */
export async function checkGroupIds(
  trx: Trx,
  organisation_id: number,
  role_name: MembershipRole,
  ids: number[] | null,
) {
  if (!ids) return
  if (role_name === 'Administrator') throw wrong('group_ids', 'an Administrator sees all trackers.')
  if (role_name !== 'Staff') throw wrong('group_ids', `a ${role_name} sees their own trackers only.`)
  await checkGroups(trx, organisation_id, ids, 'group_ids')
}

/** Writes the groups of a membership or an invitation; null ends the limit. */
export async function setGroupIds(trx: Trx, table: Limited, { id, organisation_id }: Target, ids: number[] | null) {
  await sql`update ${sql.table(table)} set limited = ${ids !== null} where id = ${id}`.execute(trx)
  const groups = sql.table(`${table}_group`)
  const of = sql.ref(`${table}_id`)
  await sql`delete from ${groups} where ${of} = ${id}`.execute(trx)
  if (ids)
    await sql`insert into ${groups} (organisation_id, ${of}, group_id)
      select ${organisation_id}, ${id}, unnest(${ids}::bigint[])`.execute(trx)
}

/** Gives a new member the limits of their invitation, before it is removed. */
export async function keepLimit(trx: Trx, invitation_id: number, membership_id: number): Promise<void> {
  await sql`update membership m set limited = i.limited, role_id = i.role_id from invitation i
    where m.id = ${membership_id} and i.id = ${invitation_id}`.execute(trx)
  await sql`insert into membership_group (organisation_id, membership_id, group_id)
    select g.organisation_id, ${membership_id}, g.group_id from invitation_group g
    where g.invitation_id = ${invitation_id}`.execute(trx)
}

type Limited = 'membership' | 'invitation'
type Target = { id: number; organisation_id: number }
