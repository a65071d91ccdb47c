import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { queueMovement } from '#db/movement/queue.ts'
import { Organisation } from '#db/tables/organisations/organisation.ts'
import { ofAdministrator, ofMember } from '../crud/access.ts'
import { checkLocale, checkTimezone, checkVisibleName, Name } from '../crud/checks.ts'
import { bodyOf, defineFilter, defineResource } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'
import { AppError } from '../http/errors.ts'
import { refuseLookAlike } from './look_alikes.ts'

/** `trusted_at` is set by platform administrators only: `organisation/quotas`. */
const { id: _i, name: _n, trusted_at: _t, created_at: _c, modified_at: _m, ...columns } = Organisation.columns

export const organisation = defineResource({
  name: 'organisation',
  plural: 'organisations',
  about: 'List organisations',
  table: 'organisation',
  row: Organisation.row,
  filters: {
    name: defineFilter(Type.String(), (name) => sql<SqlBool>`lower(organisation.name) = ${name.toLowerCase()}`),
  },
  search: ['name', 'short_name', 'contact'],
  sort: { id: null, name: null, created_at: null, modified_at: null },
  default_sort: 'name',
  reads: (viewer) => ofMember(viewer, 'organisation.id'),
  writes: (viewer) => ofAdministrator(viewer, 'organisation.id'),
  organisation_id: sql<number>`organisation.id`,

  unique: ['name'],
  create: {
    body: bodyOf({ name: Name }, columns),
    async run(trx, viewer, body) {
      if (!viewer.platform_admin) throw new AppError('forbidden')
      await refuseLookAlike(trx, checkVisibleName(body.name))
      // Organisations created by platform administrators are trusted.
      return rows(trx, 'organisation').insert({
        ...body,
        ...check(body),
        name: checkVisibleName(body.name),
        trusted_at: sql<string>`now()`,
      })
    },
  },
  update: {
    body: bodyOf({}, { name: Name, ...columns }),
    async run(trx, viewer, body) {
      const checked = check(body)
      if (checked.name !== undefined) await refuseLookAlike(trx, checked.name, { id: body.id })
      const before = await trx
        .selectFrom('organisation')
        .select('timezone')
        .where('id', '=', body.id)
        .executeTakeFirstOrThrow()
      await rows(trx, 'organisation').update({ ...body, ...checked })
      // Days begin at other times.
      if (body.timezone !== undefined && body.timezone !== before.timezone) {
        const input = { of: 'organisation' as const }
        await queueMovement(trx, { organisation_id: body.id, user_id: viewer.user_id, name: body.timezone, input })
      }
    },
  },
  async remove(trx, viewer, target) {
    if (!viewer.platform_admin) throw new AppError('forbidden')
    await refuseIfUsed(trx, target.id)
    await rows(trx, 'organisation').remove(target)
  },
})

function check(body: { name?: string; timezone?: string; locale?: string }): { name?: string } {
  checkTimezone(body.timezone)
  checkLocale(body.locale)
  return body.name === undefined ? {} : { name: checkVisibleName(body.name) }
}

/** Refuses while trackers or boundaries exist, so that one request cannot delete years of positions. */
async function refuseIfUsed(trx: Trx, organisation_id: number): Promise<void> {
  for (const table of ['tracker', 'boundary'] as const) {
    const used = await trx
      .selectFrom(table)
      .select('id')
      .where('organisation_id', '=', organisation_id)
      .limit(1)
      .executeTakeFirst()
    if (used) throw new AppError('not_possible', `The organisation still has a ${table}: delete those first.`)
  }
  const counted = await trx
    .selectFrom('transaction')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .limit(1)
    .executeTakeFirst()
  if (counted) throw new AppError('not_possible', 'The organisation has transactions, which are never deleted.')
}
