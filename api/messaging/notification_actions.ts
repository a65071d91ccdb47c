import { sql } from 'kysely'
import { Type } from 'typebox'
import { Notification } from '#db/tables/messaging/notification.ts'
import { defineAction } from '../crud/action.ts'
import { list, read } from '../crud/crud.ts'
import { IdQuery } from '../crud/resource.ts'
import { transact } from '../crud/transact.ts'
import { AppError } from '../http/errors.ts'
import { retract } from './announce.ts'
import { notification } from './notification.ts'

const tags = ['notifications']

export const listCurrentNotifications = defineAction({
  method: 'GET',
  path: 'notifications/current',
  tags,
  summary: 'List the notifications that are shown to you now',
  answer: Type.Array(Notification.row),
  run: async ({ context: { db }, viewer }) =>
    (await list(db, notification, viewer, { current: true, limit: 100 })).rows,
})

export const expireNotification = defineAction({
  method: 'POST',
  path: 'notification/expire',
  tags,
  summary: 'End a notification now',
  body: IdQuery,
  answer: Notification.row,
  message: 'The notification has been ended.',
  async run({ context, viewer, body: { id } }) {
    await read(context.db, notification, viewer, id)
    if (!viewer.platform_admin) throw new AppError('forbidden')
    await transact(context, async (trx) => {
      await trx
        .updateTable('notification')
        // One that has not begun yet never will.
        .set({ begins: sql`least(begins, now())`, expires: sql`now()`, modified_at: sql`now()` })
        .where('id', '=', id)
        .where(sql<boolean>`expires is null or expires > now()`)
        .execute()
      await retract(trx, id)
    })
    return read(context.db, notification, viewer, id)
  },
})
