import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { Recipient } from '#db/tables/messaging/recipient.ts'
import { ofAdministrator, scope } from '../../crud/access.ts'
import { defineResource, equals } from '../../crud/resource.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'

const { window_began_at: _b, window_count: _c, ...columns } = Recipient.columns
const { channel } = columns

/**
 * Addresses that bounced, unsubscribed, declined or have not agreed; of other addresses only the hourly count is
 * stored.
 */
export const recipient = defineResource({
  name: 'recipient',
  plural: 'recipients',
  about: 'List addresses that have bounced, unsubscribed, declined or not agreed yet',
  table: 'recipient',
  row: Type.Object(columns),
  filters: { organisation_id: equals('organisation_id', Id), channel: equals('channel', channel) },
  search: ['address', 'bounce_reason'],
  sort: { id: null },
  default_sort: '-id',
  reads,
  writes: (viewer) => ofAdministrator(viewer, 'recipient.organisation_id'),

  async remove(trx, _viewer, { id }) {
    const { unsubscribed_at, declined_at, asked_today } = await trx
      .selectFrom('recipient')
      .select(['unsubscribed_at', 'declined_at'])
      .select(
        sql<boolean>`coalesce(proved_at is null and asked_at > now() - interval '1 day', false)`.as('asked_today'),
      )
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (unsubscribed_at !== null || declined_at !== null) {
      throw new AppError('not_possible', 'This address has unsubscribed or declined; only its reader can change that.')
    }
    // Deleting the row would allow a second confirmation request today.
    if (asked_today) throw new AppError('not_possible', 'This address was asked today. Please wait until tomorrow.')
    await trx
      .updateTable('recipient')
      .set({ bounced_at: null, bounces: 0, bounce_reason: null })
      .where('id', '=', id)
      .where('proved_at', 'is not', null)
      .execute()
    await trx.deleteFrom('recipient').where('id', '=', id).where('proved_at', 'is', null).execute()
  },
})

function reads(viewer: Viewer) {
  const theirs = ofAdministrator(viewer, 'recipient.organisation_id')
  const noted = sql<SqlBool>`(recipient.bounced_at is not null or recipient.unsubscribed_at is not null
    or recipient.declined_at is not null or (recipient.asked_at is not null and recipient.proved_at is null))`
  return scope(theirs.extent, sql<SqlBool>`(${theirs} and ${noted})`)
}
