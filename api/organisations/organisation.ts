import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { queueMovement } from '#db/movement/queue.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import { Organisation } from '#db/tables/organisations/organisation.ts'
import { ofAdministrator, ofMember } from '../crud/access.ts'
import { checkLocale, checkTimezone, checkVisibleName, Name } from '../crud/checks.ts'
import { bodyOf, defineFilter, defineResource } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'
import { countryCode, ofCurrency } from '../crud/tax_numbers/countries.ts'
import { wrongTaxNumber } from '../crud/tax_numbers/tax_numbers.ts'
import { AppError, wrong } from '../http/errors.ts'
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
      checkGstNumber({ currency: 'NZD', ...body })
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
        .select(['timezone', 'gst_number', 'currency', 'address1', 'address2', 'address3'])
        .where('id', '=', body.id)
        .executeTakeFirstOrThrow()
      // One that was stored before numbers were checked holds up no other change.
      if (body.gst_number && body.gst_number !== before.gst_number) checkGstNumber({ ...before, ...body })
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

/**
 * The country is the last line of the address, as electronic invoices have it, else that of the currency.
 *
 * @throws {AppError} bad_request for a number that its country does not give
 */
function checkGstNumber({ gst_number, currency, address1, address2, address3 }: Seller): void {
  const last = [address1, address2, address3].filter((line) => line?.trim()).at(-1)
  const country = countryCode(last ?? null) ?? ofCurrency[currency]
  const wrongness = gst_number?.trim() && country ? wrongTaxNumber(gst_number, country) : null
  if (wrongness) throw wrong('gst_number', wrongness)
}

type Seller = Pick<RowOf<typeof Organisation>, 'currency'> &
  Partial<Pick<RowOf<typeof Organisation>, 'gst_number' | 'address1' | 'address2' | 'address3'>>

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
  for (const table of ['transaction', 'provider_movement'] as const) {
    const counted = await trx
      .selectFrom(table)
      .select('id')
      .where('organisation_id', '=', organisation_id)
      .limit(1)
      .executeTakeFirst()
    if (counted) throw new AppError('not_possible', 'The organisation has transactions, which are never deleted.')
  }
}
