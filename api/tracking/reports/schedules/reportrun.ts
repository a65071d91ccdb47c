import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { ReportRun } from '#db/tables/tracking/reports/report_run.ts'
import { nothing, ofAdministrator } from '../../../crud/access.ts'
import { defineResource, equals } from '../../../crud/resource.ts'

const { leased_until: _l, attempts: _a, ...columns } = ReportRun.columns

export const reportrun = defineResource({
  name: 'reportrun',
  plural: 'reportruns',
  noun: 'run of a scheduled report',
  about: 'List the runs of scheduled reports: what was sent when, and why one failed',
  table: 'report_run',
  row: Type.Object({ ...columns, schedule_name: Type.String() }),
  computed: { schedule_name: sql`(select s.name from report_schedule s where s.id = report_run.report_schedule_id)` },
  filters: {
    organisation_id: equals('organisation_id', Id),
    report_schedule_id: equals('report_schedule_id', Id),
    state: equals('state', columns.state),
  },
  search: [],
  sort: { id: null, due_at: null },
  default_sort: '-due_at',
  reads: (viewer) => ofAdministrator(viewer, 'report_run.organisation_id'),
  writes: () => nothing,
})
