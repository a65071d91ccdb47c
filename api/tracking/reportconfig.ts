import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { ReportConfig } from '#db/tables/tracking/report_config.ts'
import { readsShared, writesOwned } from '../crud/access.ts'
import { belongingFor, changedOwner } from '../crud/belonging.ts'
import { checkName } from '../crud/checks.ts'
import { bodyOf, defineResource, equals } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'

const { report, query, owner_user_id } = ReportConfig.columns
const name = Type.String({ maxLength: 200 })

export const reportconfig = defineResource({
  name: 'reportconfig',
  plural: 'reportconfigs',
  noun: 'report',
  about: 'List saved reports: lists with their filters',
  table: 'report_config',
  row: ReportConfig.row,
  filters: {
    organisation_id: equals('organisation_id', Id),
    report: equals('report', report),
  },
  search: ['name'],
  sort: { id: null, name: null, created_at: null, modified_at: null },
  default_sort: 'name',
  reads: (viewer) => readsShared(viewer, 'report_config'),
  writes: (viewer) => writesOwned(viewer, 'report_config'),
  quota: { organisation: 'report_configs', person: 'report_configs_of_person' },

  create: {
    body: bodyOf({ name, report }, { organisation_id: Id, query, owner_user_id }),
    run: async (trx, viewer, body) =>
      rows(trx, 'report_config').insert({
        ...body,
        ...(await belongingFor(trx, viewer, body)),
        name: checkName(body.name),
      }),
  },
  update: {
    body: bodyOf({}, { name, report, query, owner_user_id }),
    async run(trx, viewer, body) {
      const name = checkName(body.name)
      const owner_user_id = await changedOwner(trx, viewer, body)
      await rows(trx, 'report_config').update({ ...body, name, owner_user_id })
    },
  },
  remove: (trx, _viewer, target) => rows(trx, 'report_config').remove(target),
})
