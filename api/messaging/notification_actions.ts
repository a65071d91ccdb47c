import { sql } from 'kysely'
import { Type } from 'typebox'
import { Notification } from '#db/tables/messaging/notification.ts'
import type { ApiContext } from '../context.ts'
import { list, read } from '../crud/crud.ts'
import { IdQuery, type Resource } from '../crud/resource.ts'
import { viewerOf } from '../crud/routes.ts'
import { answers } from '../crud/schemas.ts'
import { transact } from '../crud/transact.ts'
import { AppError } from '../http/errors.ts'
import type { TypedApp } from '../http/typed_app.ts'
import { retract } from './announce.ts'
import { notification as notificationResource } from './notification.ts'

const notification: Resource = notificationResource
const tags = ['notifications']

/** Lists current notifications, and expires one. */
export function addNotifications(app: TypedApp, context: ApiContext): void {
  const { db } = context
  const rows = Type.Array(Notification.row)

  app.get('/notifications/current', {
    schema: {
      tags,
      summary: 'List the notifications that are shown to you now',
      response: answers({ 200: rows, 260: rows }),
    },
    async handler(request, reply) {
      const { rows } = await list(db, notification, viewerOf(request), { current: true, limit: 100 })
      return reply.code(rows.length > 0 ? 200 : 260).send({ data: rows })
    },
  })

  app.post('/notification/expire', {
    schema: { tags, summary: 'End a notification now', body: IdQuery, response: answers({ 261: Notification.row }) },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { id } = request.body
      await read(db, notification, viewer, id)
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
      return reply
        .code(261)
        .send({ data: await read(db, notification, viewer, id), message: 'The notification has been ended.' })
    },
  })
}
