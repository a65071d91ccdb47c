import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { Devformtemplate } from '#db/tables/cpd/devformtemplate.ts'
import { FormField } from '#db/tables/cpd/form_field.ts'
import { ColleaguesApprovedBy, FilledBy, TemplateState } from '#db/tables/cpd/values.ts'
import { checkName, Name } from '../../crud/checks.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { AppError } from '../../http/errors.ts'
import { cpdAdministered, readsDefinitions, writesDefinitions } from '../access.ts'
import { Decimal, decimalOf, toHundredths } from '../hundredths.ts'
import { checkFields } from './fields.ts'

const credit_hours = Nullable(Decimal('Hours that a form counts once it is agreed'))
const fields = {
  fields: Type.Array(FormField, { maxItems: 1000 }),
  filled_by: FilledBy,
  credit_devcategory_id: Nullable(Id),
  credit_hours,
}

export const devformtemplate = defineResource({
  name: 'devformtemplate',
  plural: 'devformtemplates',
  noun: 'form template',
  about: 'List form templates with their versions; a published version never changes',
  table: 'devformtemplate',
  row: Type.Object({ ...Devformtemplate.columns, credit_hours, forms: Type.Integer() }),
  computed: {
    credit_hours: decimalOf('devformtemplate.credit_hours'),
    forms: sql<number>`(select count(*)::int from devform f where f.devformtemplate_id = devformtemplate.id)`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    state: equals('state', TemplateState),
    filled_by: equals('filled_by', FilledBy),
    name: equals('name', Type.String({ maxLength: 200 })),
  },
  search: ['name'],
  sort: { id: null, modified_at: null },
  default_sort: '-id',
  reads: (viewer) => readsDefinitions(viewer, 'devformtemplate'),
  writes: (viewer) => writesDefinitions(viewer, 'devformtemplate'),
  quota: { organisation: 'cpd_definitions' },

  create: {
    body: bodyOf({ name: Name }, { ...fields, colleagues_approved_by: ColleaguesApprovedBy, organisation_id: Id }),
    async run(trx, viewer, body) {
      const organisation_id = await cpdAdministered(trx, viewer, body.organisation_id)
      const name = checkName(body.name)
      checkFields(body.fields ?? [])
      await checkCategory(trx, organisation_id, body.credit_devcategory_id)
      return rows(trx, 'devformtemplate').insert({
        ...toColumns(body),
        name,
        organisation_id,
        version: await nextVersion(trx, organisation_id, name),
      })
    },
  },
  update: {
    // Who approves is no part of the form: rounds that begin from then on follow it.
    body: bodyOf({}, { ...fields, colleagues_approved_by: ColleaguesApprovedBy, state: TemplateState }),
    async run(trx, _viewer, body) {
      const stored = await trx
        .selectFrom('devformtemplate')
        .selectAll()
        .where('id', '=', body.id)
        .executeTakeFirstOrThrow()
      const changes_content = Object.keys(fields).some((name) => name in body)
      if (stored.state !== 'draft' && changes_content) {
        throw new AppError('not_possible', 'A published version never changes. Please create a new version.')
      }
      if (stored.state !== 'draft' && body.state === 'draft') {
        throw new AppError('not_possible', 'state: what was published does not become a draft again.', 'state')
      }
      if (body.fields) checkFields(body.fields)
      if (body.state === 'published' && (body.fields ?? stored.fields).length === 0) {
        throw new AppError('not_possible', 'fields: a form without fields is not published.', 'fields')
      }
      await checkCategory(trx, body.organisation_id, body.credit_devcategory_id)
      await rows(trx, 'devformtemplate').update(toColumns(body))
    },
  },
  async remove(trx, _viewer, target) {
    const { rows: used } = await sql`select 1 from devform where devformtemplate_id = ${target.id} limit 1`.execute(trx)
    if (used.length > 0) throw new AppError('not_possible', 'There are forms by this template. Please withdraw it.')
    const { rows: rounds } = await sql`select from devfeedback where devformtemplate_id = ${target.id} limit 1`.execute(
      trx,
    )
    if (rounds.length > 0) {
      throw new AppError('not_possible', 'There are rounds of feedback by this template. Please withdraw it.')
    }
    await rows(trx, 'devformtemplate').remove(target)
  },
})

/** Versions of a name count up. The lock makes parallel ones wait. */
async function nextVersion(trx: Trx, organisation_id: number, name: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`devformtemplate ${organisation_id}`}, 0))`.execute(trx)
  const { rows: found } = await sql<{ version: number }>`select coalesce(max(version), 0)::int + 1 as version
    from devformtemplate where organisation_id = ${organisation_id} and lower(name) = lower(${name})`.execute(trx)
  return found[0]!.version
}

async function checkCategory(trx: Trx, organisation_id: number, id: number | null | undefined): Promise<void> {
  if (id === undefined || id === null) return
  const { rows: found } = await sql`select 1 from devcategory where id = ${id}
    and organisation_id = ${organisation_id}`.execute(trx)
  if (found.length === 0) throw new AppError('not_found', 'There is no such category.', 'credit_devcategory_id')
}

function toColumns<Body extends { fields?: FormField[]; credit_hours?: number | null }>(body: Body) {
  return {
    ...body,
    ...(body.credit_hours !== undefined && { credit_hours: toHundredths(body.credit_hours, 'credit_hours') }),
    ...(body.fields && { fields: sql<never>`${JSON.stringify(body.fields)}::jsonb` }),
  }
}
