import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable } from '#db/tables/columns.ts'
import { Notification } from '#db/tables/notification.ts'
import { everything, nothing, ofMember, scope } from '../access.ts'
import { checkName } from '../checks.ts'
import { AppError } from '../errors.ts'
import { announce, retract } from '../messages/announce.ts'
import { defineFilter, defineResource } from '../resource.ts'

const { title, text, begins, expires } = Notification.columns

/** Shown while it has begun and has not expired. */
export const isCurrent = sql<SqlBool>`(notification.begins <= now()
  and (notification.expires is null or notification.expires > now()))`

export const notification = defineResource({
  name: 'notification',
  plural: 'notifications',
  about: 'What everybody, or an organisation, is shown for a time',
  table: 'notification',
  row: Notification.row,
  filters: {
    organisation_id: defineFilter(Id, (id) => sql<SqlBool>`notification.organisation_id = ${id}`),
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
    body: Type.Object(
      {
        organisation_id: Type.Optional(Nullable(Id)),
        title: Type.String({ maxLength: 200 }),
        text: Type.Optional(text),
        begins: Type.Optional(begins),
        expires: Type.Optional(expires),
      },
      { additionalProperties: false },
    ),
    async run(trx, viewer, body) {
      if (!viewer.platform_admin) throw new AppError('forbidden')
      checkTimes(body)
      const { id } = await trx
        .insertInto('notification')
        .values({
          text: '',
          begins: new Date().toISOString(),
          ...body,
          title: checkName(body.title, 'title'),
          created_by_user_id: viewer.user_id,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await announce(trx)
      return { id }
    },
  },
  update: {
    body: Type.Partial(Type.Object({ title, text, begins, expires }), { additionalProperties: false }),
    async run(trx, _viewer, { id, organisation_id: _, ...changes }) {
      checkTimes(changes)
      await trx
        .updateTable('notification')
        .set({ ...changes, announced_at: null, modified_at: sql`now()` })
        .where('id', '=', id)
        .execute()
      // What was shown may not be any more; where it still is, that is told again.
      await retract(trx, id)
      await announce(trx)
    },
  },
  async remove(trx, _viewer, { id }) {
    await retract(trx, id)
    await trx.deleteFrom('notification').where('id', '=', id).execute()
  },
})

function checkTimes({ begins, expires }: { begins?: string; expires?: string | null }): void {
  if (expires && Date.parse(expires) <= (begins ? Date.parse(begins) : 0)) {
    throw new AppError('bad_request', 'expires: is before it begins.', 'expires')
  }
}
