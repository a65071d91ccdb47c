import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable } from '#db/tables/columns.ts'
import { Notification } from '#db/tables/messaging/notification.ts'
import { everything, nothing, ofMember, scope } from '../crud/access.ts'
import { checkName, checkPeriod } from '../crud/checks.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'
import { AppError } from '../http/errors.ts'
import { announce, retract } from './announce.ts'

const { title, text, begins, expires } = Notification.columns

/** The condition for a notification that is shown now. */
export const isCurrent = sql<SqlBool>`(notification.begins <= now()
  and (notification.expires is null or notification.expires > now()))`

export const notification = defineResource({
  name: 'notification',
  plural: 'notifications',
  about: 'List notifications to all users or to an organisation',
  table: 'notification',
  row: Notification.row,
  filters: {
    organisation_id: equals('organisation_id', Id),
    current: defineFilter(Type.Boolean(), (current) => (current ? isCurrent : sql<SqlBool>`not ${isCurrent}`)),
  },
  search: ['title', 'text'],
  sort: { id: null, begins: null, expires: null },
  default_sort: '-begins',
  reads(viewer) {
    if (viewer.platform_admin) return everything
    const theirs = sql<SqlBool>`(notification.organisation_id is null or ${ofMember(viewer, 'notification.organisation_id')})`
    return scope('own', sql<SqlBool>`(${isCurrent} and ${theirs})`)
  },
  writes: (viewer) => (viewer.platform_admin ? everything : nothing),
  quota: { organisation: 'notifications' },

  create: {
    body: bodyOf({ title: Type.String({ maxLength: 200 }) }, { organisation_id: Nullable(Id), text, begins, expires }),
    async run(trx, viewer, body) {
      if (!viewer.platform_admin) throw new AppError('forbidden')
      const { begins = new Date().toISOString() } = body
      checkPeriod(PERIOD, { begins }, body)
      const { id } = await rows(trx, 'notification').insert({
        text: '',
        ...body,
        begins,
        title: checkName(body.title, 'title'),
        created_by_user_id: viewer.user_id,
      })
      await announce(trx)
      return { id }
    },
  },
  update: {
    body: bodyOf({}, { title, text, begins, expires }),
    async run(trx, _viewer, body) {
      const stored = await trx
        .selectFrom('notification')
        .select(PERIOD)
        .where('id', '=', body.id)
        .executeTakeFirstOrThrow()
      checkPeriod(PERIOD, stored, body)
      await rows(trx, 'notification').update({ ...body, announced_at: null })
      // Retracts the published version, and publishes the new one if it is current.
      await retract(trx, body.id)
      await announce(trx)
    },
  },
  async remove(trx, _viewer, target) {
    await retract(trx, target.id)
    await rows(trx, 'notification').remove(target)
  },
})

const PERIOD = ['begins', 'expires'] as const
