import { type Static, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { cpdAdministered } from '../access.ts'
import type { Category } from '../engine/types.ts'
import { cpdstandard } from './cpdstandard.ts'

const Body = Type.Object({ id: Id, organisation_id: Type.Optional(Id) }, { additionalProperties: false })
const Answer = Type.Object({ created: Type.Integer(), existing: Type.Integer() })

/** Makes the categories that a standard's rules name; those with the same code stay as they are. */
export const adoptStandard = defineAction({
  method: 'POST',
  path: 'cpdstandard/adopt',
  tags: ['cpdstandards'],
  summary: 'Make the categories of a standard in your organisation, so that a cycle can be by it',
  body: Body,
  answer: Answer,
  status: 200,
  run({ context, viewer, body }) {
    return transact(context, (trx) => adopt(trx, viewer, body))
  },
})

async function adopt(trx: Trx, viewer: Viewer, body: Static<typeof Body>) {
  const organisation_id = await cpdAdministered(trx, viewer, body.organisation_id)
  const standard = await trx
    .selectFrom('cpd_standard')
    .select(['id', 'categories'])
    .where('id', '=', body.id)
    .where(cpdstandard.reads(viewer))
    .executeTakeFirst()
  if (!standard) throw new AppError('not_found', 'There is no such standard.', 'id')
  const categories = standard.categories
  let created = 0
  // Parents come first, so that their children find them.
  const ordered = [...categories.filter((one) => !one.parent_code), ...categories.filter((one) => one.parent_code)]
  for (const [position, category] of ordered.entries()) {
    const parent = category.parent_code ? await findCategory(trx, organisation_id, category.parent_code) : null
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('devcategory')
      .values({ ...toColumns(category), organisation_id, position, parent_devcategory_id: parent })
      .onConflict((on) => on.doNothing())
      .executeTakeFirst()
    created += Number(numInsertedOrUpdatedRows ?? 0n)
  }
  const about = { organisation_id, entity: 'cpdstandard', entity_id: standard.id, details: { created } }
  await audit(trx, viewer, 'cpdstandard.adopt', about)
  return { created, existing: categories.length - created }
}

async function findCategory(trx: Trx, organisation_id: number, code: string): Promise<number | null> {
  const found = await trx
    .selectFrom('devcategory')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where('code', '=', code)
    .executeTakeFirst()
  return found?.id ?? null
}

function toColumns(category: Category) {
  const { code, name, unit, credit_per_hour, credit_per_item, item_hours, cap, cap_per, evidence, flags } = category
  const hundredths = (amount: number | null | undefined) => (amount == null ? null : Math.round(amount * 100))
  return {
    code,
    name,
    unit,
    evidence: evidence ?? 'none',
    flags: flags ?? [],
    credit_per_hour: hundredths(credit_per_hour),
    credit_per_item: hundredths(credit_per_item),
    item_hours: hundredths(item_hours),
    cap: hundredths(cap),
    cap_per: cap == null ? null : (cap_per ?? 'year'),
  }
}
