import { Id } from '#db/tables/columns.ts'
import { ReportConfig } from '#db/tables/tracking/report_config.ts'
import { ownedRows } from '../crud/belonging_rows.ts'
import { defineResource, equals } from '../crud/resource.ts'

const { report, query } = ReportConfig.columns

export const reportconfig = defineResource({
  name: 'reportconfig',
  plural: 'reportconfigs',
  noun: 'report',
  about: 'List saved reports: lists with their filters',
  row: ReportConfig.row,
  filters: { organisation_id: equals('organisation_id', Id), report: equals('report', report) },
  search: ['name'],
  sort: { id: null, name: null, created_at: null, modified_at: null },
  default_sort: 'name',
  quota: { organisation: 'report_configs', person: 'report_configs_of_person' },
  ...ownedRows('report_config', { report }, { query }),
})
