import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { liveRooms } from '#db/live_rooms.ts'
import { afterCommit } from '../crud/transact.ts'

/** Counts a person's unread messages in all their organisations. */
export async function countUnread(db: Db, user_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('message_delivery')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', user_id)
    .where('channel', '=', 'app')
    .where('read', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Publishes the unread count on the person's live connections after the commit. */
export async function publishUnread(
  trx: Trx,
  user_id: number,
  content: MessageContent = { message_id: null, subject: null },
) {
  const unread = await countUnread(trx, user_id)
  afterCommit(trx, ({ publishLive }) => publishLive(liveRooms.user(user_id), 'message', { unread, ...content }))
}

type MessageContent = { message_id: number | null; subject: string | null }
