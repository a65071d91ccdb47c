import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { liveRooms } from '#db/live_rooms.ts'
import { isBelow } from '#db/privacy/tracker_groups.ts'
import { Id } from '#db/tables/columns.ts'
import { afterCommit } from '../../crud/transact.ts'
import { wrong } from '../../http/errors.ts'

/** @throws {AppError} bad_request, which names the field, if one of them is not a group of the organisation */
export async function checkGroups(trx: Trx, organisation_id: number, ids: readonly number[], field: string) {
  const found = await trx
    .selectFrom('tracker_group')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .forKeyShare()
    .execute()
  const known = new Set(found.map(({ id }) => Number(id)))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined) throw wrong(field, `there is no group ${unknown} in the organisation.`)
}

/** Closes the live connections of members who are limited to groups: they come back with what they see now. */
export async function closeLimited(trx: Trx, organisation_id: number): Promise<void> {
  const members = await trx
    .selectFrom('membership')
    .select('user_id')
    .where('organisation_id', '=', organisation_id)
    .where('limited', '=', true)
    .execute()
  for (const { user_id } of members) afterCommit(trx, ({ closeLive }) => closeLive(liveRooms.user(user_id)))
}

export const GroupFilter = Type.Integer({ ...Id, description: 'Of trackers in this group, or in one below it' })

/** Whether rows of trackers, which have `organisation_id` and `tracker_id`, are of a group or of one below it. */
export const isOfGroup = (table: string, group_id: number): RawBuilder<SqlBool> => sql<SqlBool>`
  (${sql.ref(`${table}.organisation_id`)}, ${sql.ref(`${table}.tracker_id`)}) in (
    select t.organisation_id, t.id from tracker t where ${isInGroup('t', group_id)})`

/** Whether trackers are in a group or in one below it. */
export const isInGroup = (table: string, group_id: number): RawBuilder<SqlBool> => {
  const organisation_id = sql`(select g.organisation_id from tracker_group g where g.id = ${group_id})`
  return sql<SqlBool>`${sql.ref(`${table}.organisation_id`)} = ${organisation_id}
    and ${isBelow(organisation_id, sql.ref(`${table}.group_id`), group_id)}`
}
