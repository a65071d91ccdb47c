import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { CpdEpa } from '#db/tables/cpd/epas/cpd_epa.ts'
import { checkName, Name } from '../../crud/checks.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { cpdAdministered, readsDefinitions, writesDefinitions } from '../access.ts'

const { code, description, levels, required_level, required_times, required_assessors, position, active } =
  CpdEpa.columns
const fields = { description, required_level, required_times, required_assessors, position, active }

/** What a programme entrusts trainees with, and the levels of supervision at which they do it. */
export const cpdepa = defineResource({
  name: 'cpdepa',
  plural: 'cpdepas',
  noun: 'entrustable activity',
  about: 'List entrustable professional activities (EPAs), with a sentence for each level of supervision',
  table: 'cpd_epa',
  row: CpdEpa.row,
  filters: { organisation_id: equals('organisation_id', Id), active: equals('active', Type.Boolean()) },
  search: ['code', 'name', 'description'],
  sort: { id: null, position: null, code: null, name: null, created_at: null },
  default_sort: 'position',
  reads: (viewer) => readsDefinitions(viewer, 'cpd_epa'),
  writes: (viewer) => writesDefinitions(viewer, 'cpd_epa'),
  quota: { organisation: 'cpd_definitions' },

  create: {
    body: bodyOf({ code, name: Name, levels }, { ...fields, organisation_id: Id }),
    async run(trx, viewer, body) {
      const organisation_id = await cpdAdministered(trx, viewer, body.organisation_id)
      const names = { code: checkName(body.code, 'code'), name: checkName(body.name) }
      checkRequired(body)
      return rows(trx, 'cpd_epa').insert({ ...body, ...names, levels: asJson(body.levels), organisation_id })
    },
  },
  update: {
    body: bodyOf({}, { ...fields, code, name: Name, levels }),
    async run(trx, _viewer, body) {
      const stored = await trx.selectFrom('cpd_epa').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
      checkRequired({ ...stored, ...JSON.parse(JSON.stringify(body)) })
      if (body.code !== undefined && body.code !== stored.code) await checkNoRule(trx, stored, 'code')
      const assessed = await isAssessed(trx, body.id)
      if (assessed && body.levels && JSON.stringify(body.levels) !== JSON.stringify(stored.levels)) {
        const text = 'Trainees were assessed by these levels, so they stay. Please add another activity instead.'
        throw new AppError('not_possible', text, 'levels')
      }
      const names = { code: checkName(body.code, 'code'), name: checkName(body.name) }
      await rows(trx, 'cpd_epa').update({ ...body, ...names, ...(body.levels && { levels: asJson(body.levels) }) })
    },
  },
  async remove(trx, _viewer, target) {
    if (await isAssessed(trx, target.id)) {
      throw new AppError('not_possible', 'There are assessments of it. Please switch it off instead (active).')
    }
    const stored = await trx.selectFrom('cpd_epa').selectAll().where('id', '=', target.id).executeTakeFirstOrThrow()
    await checkNoRule(trx, stored)
    await rows(trx, 'cpd_epa').remove(target)
  },
})

const asJson = (levels: string[]) => JSON.stringify(levels) as never

async function isAssessed(trx: Parameters<typeof rows>[0], id: number): Promise<boolean> {
  const { rows: found } = await sql`select from cpd_assessment where cpd_epa_id = ${id} limit 1`.execute(trx)
  return found.length > 0
}

/** @throws {AppError} not_possible while a standard of the organisation names it by its code */
async function checkNoRule(trx: Parameters<typeof rows>[0], epa: Epa, field?: string): Promise<void> {
  const { rows: found } = await sql<{ name: string }>`select s.name from cpd_rule r
    join cpd_standard s on s.id = r.cpd_standard_id
    where s.organisation_id = ${epa.organisation_id} and r.kind = 'level_min' and r.options->>'epa_code' = ${epa.code}
    limit 1`.execute(trx)
  const standard = found[0]?.name
  if (standard === undefined) return
  throw new AppError('not_possible', `The standard “${standard}” asks for ${epa.code} by this code.`, field)
}

/** @throws {AppError} bad_request for more assessors than occasions */
function checkRequired({ required_times = 1, required_assessors = 1 }: Required): void {
  if (required_assessors <= required_times) return
  throw wrong('required_assessors', 'must not be more than required_times.')
}

type Required = { required_times?: number | undefined; required_assessors?: number | undefined }
type Epa = { organisation_id: number; code: string }
