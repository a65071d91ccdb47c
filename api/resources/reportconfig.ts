import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { ReportConfig } from '#db/tables/report_config.ts'
import { readsShared, writesOwned } from '../access.ts'
import { organisationFor, ownerFor } from '../belonging.ts'
import { checkName } from '../checks.ts'
import { defineFilter, defineResource } from '../resource.ts'

const { report, query, owner_user_id } = ReportConfig.columns
const Name = Type.String({ maxLength: 200 })
const optional = { query: Type.Optional(query), owner_user_id: Type.Optional(owner_user_id) }

export const reportconfig = defineResource({
  name: 'reportconfig',
  plural: 'reportconfigs',
  about: 'Lists that somebody wants again, with their filters',
  table: 'report_config',
  row: ReportConfig.row,
  filters: {
    organisation_id: defineFilter(Id, (id) => sql<SqlBool>`report_config.organisation_id = ${id}`),
    report: defineFilter(report, (value) => sql<SqlBool>`report_config.report = ${value}`),
  },
  search: ['name'],
  sort: { id: null, name: null, created_at: null, modified_at: null },
  default_sort: 'name',
  reads: (viewer) => readsShared(viewer, 'report_config'),
  writes: (viewer) => writesOwned(viewer, 'report_config'),
  quota: { organisation: 'report_configs', person: 'report_configs_of_person' },

  create: {
    body: Type.Object(
      { organisation_id: Type.Optional(Id), name: Name, report, ...optional },
      { additionalProperties: false },
    ),
    async run(trx, viewer, body) {
      const organisation_id = organisationFor(viewer, body.organisation_id)
      const owner_user_id = await ownerFor(trx, viewer, organisation_id, body.owner_user_id)
      const { id } = await trx
        .insertInto('report_config')
        .values({ ...body, organisation_id, owner_user_id, name: checkName(body.name) })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id }
    },
  },
  update: {
    body: Type.Object(
      { name: Type.Optional(Name), report: Type.Optional(report), ...optional },
      { additionalProperties: false },
    ),
    async run(trx, viewer, { id, organisation_id, ...changes }) {
      if (changes.name !== undefined) changes.name = checkName(changes.name)
      if (changes.owner_user_id !== undefined) {
        changes.owner_user_id = await ownerFor(trx, viewer, organisation_id, changes.owner_user_id)
      }
      await trx
        .updateTable('report_config')
        .set({ ...changes, modified_at: sql`now()` })
        .where('organisation_id', '=', organisation_id)
        .where('id', '=', id)
        .execute()
    },
  },
  async remove(trx, _viewer, { id, organisation_id }) {
    await trx.deleteFrom('report_config').where('organisation_id', '=', organisation_id).where('id', '=', id).execute()
  },
})
