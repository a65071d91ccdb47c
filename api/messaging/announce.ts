import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { liveRooms } from '#db/live_rooms.ts'
import type { NotificationNews } from '../context.ts'
import { afterCommit } from '../crud/transact.ts'

/** Tells those who are connected of the notifications that have begun and that they were not told of. */
export async function announce(trx: Trx): Promise<void> {
  const { rows } = await sql<NotificationNews & { organisation_id: number | null }>`
    update notification set announced_at = now()
    where announced_at is null and begins <= now() and (expires is null or expires > now())
    returning id, organisation_id, title, text, begins, expires`.execute(trx)
  for (const { organisation_id, ...news } of rows) {
    afterCommit(trx, ({ tellLive }) => tellLive(roomOf(organisation_id), 'notification', news))
  }
}

/** Tells those who are connected that a notification is over. */
export async function retract(trx: Trx, id: number): Promise<void> {
  const { organisation_id, ...news } = await trx
    .selectFrom('notification')
    .select(['id', 'organisation_id', 'title', 'text', 'begins', sql<string>`least(expires, now())`.as('expires')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  afterCommit(trx, ({ tellLive }) => tellLive(roomOf(organisation_id), 'notification', news))
}

const roomOf = (organisation_id: number | null) =>
  organisation_id === null ? liveRooms.everybody : liveRooms.organisation(organisation_id)
