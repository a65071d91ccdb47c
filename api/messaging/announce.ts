import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { liveRooms } from '#db/live_rooms.ts'
import type { NotificationUpdate } from '../context.ts'
import { afterCommit } from '../crud/transact.ts'

/** Publishes notifications that have begun and were not published yet to connected clients. */
export async function announce(trx: Trx): Promise<void> {
  const { rows } = await sql<NotificationUpdate & { organisation_id: number | null }>`
    update notification set announced_at = now()
    where announced_at is null and begins <= now() and (expires is null or expires > now())
    returning id, organisation_id, title, text, begins, expires`.execute(trx)
  for (const { organisation_id, ...content } of rows) {
    afterCommit(trx, ({ publishLive }) => publishLive(roomOf(organisation_id), 'notification', content))
  }
}

/** Publishes the end of a notification to connected clients. */
export async function retract(trx: Trx, id: number): Promise<void> {
  const { organisation_id, ...content } = await trx
    .selectFrom('notification')
    .select(['id', 'organisation_id', 'title', 'text', 'begins', sql<string>`least(expires, now())`.as('expires')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  afterCommit(trx, ({ publishLive }) => publishLive(roomOf(organisation_id), 'notification', content))
}

const roomOf = (organisation_id: number | null) =>
  organisation_id === null ? liveRooms.everybody : liveRooms.organisation(organisation_id)
