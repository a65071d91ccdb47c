import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { Recipient as Row } from '#db/tables/recipient.ts'
import { ofAdministrator, scope } from '../access.ts'
import { AppError } from '../errors.ts'
import { defineFilter, defineResource } from '../resource.ts'
import type { Viewer } from '../viewer.ts'

const { id, organisation_id, channel, address, unsubscribed_at, bounced_at, bounces, bounce_reason, modified_at } =
  Row.properties

/** Addresses that are kept because something is the matter with them; of the others only the hour's count is. */
export const recipient = defineResource({
  name: 'recipient',
  plural: 'recipients',
  about: 'Addresses that have refused messages, or that want no more alerts',
  table: 'recipient',
  row: Type.Object({
    ...{ id, organisation_id, channel, address, unsubscribed_at, bounced_at, bounces, bounce_reason, modified_at },
  }),
  filters: {
    organisation_id: defineFilter(Id, (id) => sql<SqlBool>`recipient.organisation_id = ${id}`),
    channel: defineFilter(channel, (value) => sql<SqlBool>`recipient.channel = ${value}`),
  },
  search: ['address', 'bounce_reason'],
  sort: { id: null },
  default_sort: '-id',
  reads,
  writes: (viewer) => ofAdministrator(viewer, 'recipient.organisation_id'),

  async remove(trx, _viewer, { id }) {
    const { numDeletedRows } = await trx
      .deleteFrom('recipient')
      .where('id', '=', id)
      .where('unsubscribed_at', 'is', null)
      .executeTakeFirst()
    if (numDeletedRows > 0n) return
    throw new AppError('not_possible', 'This address wants no more alerts, and only whoever reads it can change that.')
  },
})

function reads(viewer: Viewer) {
  const theirs = ofAdministrator(viewer, 'recipient.organisation_id')
  const noted = sql<SqlBool>`(recipient.bounced_at is not null or recipient.unsubscribed_at is not null)`
  return scope(theirs.extent, sql<SqlBool>`(${theirs} and ${noted})`)
}
