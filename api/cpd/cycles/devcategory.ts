import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { Devcategory } from '#db/tables/cpd/devcategory.ts'
import { checkName, Name } from '../../crud/checks.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { cpdAdministered, readsDefinitions, writesDefinitions } from '../access.ts'
import { Decimal, decimalOf, toHundredths } from '../hundredths.ts'

const { code, description, unit, cap_per, evidence, flags, position, active } = Devcategory.columns
const decimals = {
  credit_per_hour: Nullable(Decimal('What an hour counts')),
  credit_per_item: Nullable(Decimal('What an activity counts, however long it took')),
  item_hours: Nullable(Decimal('Hours that an activity counts as')),
  cap: Nullable(Decimal('The most that counts, in its unit')),
}
const fields = { description, unit, ...decimals, cap_per, evidence, flags, position, active }

export const devcategory = defineResource({
  name: 'devcategory',
  plural: 'devcategories',
  noun: 'category',
  about: 'List the categories that activities count in',
  table: 'devcategory',
  row: Type.Object({ ...Devcategory.columns, ...decimals }),
  computed: Object.fromEntries(Object.keys(decimals).map((name) => [name, decimalOf(`devcategory.${name}`)])),
  filters: {
    organisation_id: equals('organisation_id', Id),
    parent_devcategory_id: equals('parent_devcategory_id', Id),
    active: equals('active', Type.Boolean()),
  },
  search: ['code', 'name', 'description'],
  sort: { id: null, position: null, name: null, code: null },
  default_sort: 'position',
  reads: (viewer) => readsDefinitions(viewer, 'devcategory'),
  writes: (viewer) => writesDefinitions(viewer, 'devcategory'),
  quota: { organisation: 'cpd_definitions' },

  create: {
    body: bodyOf({ code, name: Name }, { ...fields, organisation_id: Id, parent_devcategory_id: Nullable(Id) }),
    async run(trx, viewer, body) {
      const organisation_id = await cpdAdministered(trx, viewer, body.organisation_id)
      await checkParent(trx, { organisation_id, id: null, parent: body.parent_devcategory_id })
      const values = { ...toColumns(body), code: body.code, name: checkName(body.name), organisation_id }
      checkRates(values)
      return rows(trx, 'devcategory').insert(values)
    },
  },
  update: {
    body: bodyOf({}, { ...fields, code, name: Name, parent_devcategory_id: Nullable(Id) }),
    async run(trx, _viewer, { id, organisation_id, ...body }) {
      await checkParent(trx, { organisation_id, id, parent: body.parent_devcategory_id })
      const stored = await trx.selectFrom('devcategory').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const values = { ...toColumns(body), code: body.code, name: checkName(body.name) }
      checkRates({ ...stored, ...JSON.parse(JSON.stringify(values)) })
      await rows(trx, 'devcategory').update({ id, organisation_id, ...values })
    },
  },
  async remove(trx, _viewer, target) {
    const { rows: used } = await sql`select 1 from devactivity_credit k where k.devcategory_id = ${target.id}
      or k.devcategory_id in (select c.id from devcategory c where c.parent_devcategory_id = ${target.id}) limit 1`.execute(
      trx,
    )
    if (used.length > 0) {
      throw new AppError('not_possible', 'Activities count in this category. Please switch it off instead (active).')
    }
    await rows(trx, 'devcategory').remove(target)
  },
})

type Body = { [K in keyof typeof decimals]?: number | null | undefined }

function toColumns<Fields extends Body>(body: Fields) {
  const hundredths = Object.keys(decimals).map((name) => [name, toHundredths(body[name as keyof Body], name)])
  return { ...body, ...Object.fromEntries(hundredths) } as Fields
}

/** @throws {AppError} bad_request for rates of both kinds, or a cap without its period */
function checkRates(values: {
  credit_per_hour?: number | null | undefined
  credit_per_item?: number | null | undefined
  cap?: number | null | undefined
  cap_per?: string | null | undefined
}): void {
  if (values.credit_per_hour != null && values.credit_per_item != null) {
    throw wrong('credit_per_item', 'an hour or an activity counts, not both.')
  }
  if ((values.cap == null) !== (values.cap_per == null)) {
    throw wrong('cap_per', 'a cap is for a year or a cycle; give both or neither.')
  }
}

/**
 * Categories have two levels.
 *
 * @throws {AppError} bad_request for a foreign parent or a third level, not_possible for a loop
 */
async function checkParent(trx: Trx, { organisation_id, id, parent }: Place): Promise<void> {
  if (parent === undefined || parent === null) return
  const field = 'parent_devcategory_id'
  if (parent === id) throw new AppError('not_possible', `${field}: a category cannot be in itself.`, field)
  // Two changes at the same time could make a loop together.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`devcategory ${organisation_id}`}, 0))`.execute(trx)
  const found = await trx
    .selectFrom('devcategory')
    .select('parent_devcategory_id')
    .where('id', '=', parent)
    .where('organisation_id', '=', organisation_id)
    .executeTakeFirst()
  if (!found) throw new AppError('not_found', 'There is no such category.', field)
  if (id !== null && found.parent_devcategory_id === id) {
    throw new AppError('not_possible', `${field}: the categories would be in each other.`, field)
  }
  if (found.parent_devcategory_id !== null) throw wrong(field, 'categories have two levels only.')
  if (id === null) return
  const { rows: children } = await sql`select 1 from devcategory where parent_devcategory_id = ${id} limit 1`.execute(
    trx,
  )
  if (children.length > 0) throw wrong(field, 'categories have two levels only.')
}

type Place = { organisation_id: number; id: number | null; parent: number | null | undefined }
