import type { Network } from '../network.ts'

/** Makes a group of trackers, and limits a member to it. @returns its id */
export async function limitToGroup(
  { db }: Pick<Network, 'db'>,
  user_id: number,
  organisation_id: number,
  name: string,
) {
  const { id: group_id } = await db
    .insertInto('tracker_group')
    .values({ organisation_id, name })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: membership_id } = await db
    .updateTable('membership')
    .set({ limited: true })
    .where('organisation_id', '=', organisation_id)
    .where('user_id', '=', user_id)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('membership_group').values({ organisation_id, membership_id, group_id }).execute()
  return group_id
}
