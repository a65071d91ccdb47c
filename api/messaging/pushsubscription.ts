import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { PushSubscription } from '#db/tables/messaging/push_subscription.ts'
import { scope } from '../crud/access.ts'
import { bodyOf, defineResource } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'
import type { Viewer } from '../crud/viewer.ts'

const { endpoint, p256dh, auth } = PushSubscription.columns
const { id, user_id, created_at, modified_at } = PushSubscription.columns

/** A person's browsers that get push notifications; visible to that person only. */
export const pushsubscription = defineResource({
  name: 'pushsubscription',
  plural: 'pushsubscriptions',
  noun: 'push subscription',
  about: 'List your browsers that get alerts by Web Push',
  table: 'push_subscription',
  row: Type.Object({ id, user_id, endpoint, created_at, modified_at }),
  filters: {},
  search: ['endpoint'],
  sort: { id: null, created_at: null },
  default_sort: 'id',
  reads: own,
  writes: own,
  organisation_id: sql<null>`null`,
  quota: { person: 'push_subscriptions' },
  lasting: ['create'],

  create: {
    body: bodyOf({ endpoint, p256dh, auth }, {}),
    async run(trx, viewer, body) {
      // A browser belongs to the user who is signed in there now.
      return trx
        .insertInto('push_subscription')
        .values({ ...body, user_id: viewer.user_id })
        .onConflict((on) =>
          on.column('endpoint').doUpdateSet({ ...body, user_id: viewer.user_id, modified_at: sql`now()` }),
        )
        .returning('id')
        .executeTakeFirstOrThrow()
    },
  },
  remove: (trx, _viewer, target) => rows(trx, 'push_subscription').remove(target),
})

function own(viewer: Viewer) {
  return scope('own', sql<SqlBool>`push_subscription.user_id = ${viewer.user_id}`)
}
