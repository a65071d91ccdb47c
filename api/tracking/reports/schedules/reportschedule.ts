import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { ReportSchedule } from '#db/tables/tracking/reports/report_schedule.ts'
import { ofAdministrator } from '../../../crud/access.ts'
import { administeredFor } from '../../../crud/belonging.ts'
import { checkEmails, checkName } from '../../../crud/checks.ts'
import { bodyOf, defineResource, equals } from '../../../crud/resource.ts'
import { rows } from '../../../crud/rows.ts'
import { wrong } from '../../../http/errors.ts'
import { askRecipients } from '../../../messaging/ask_recipients.ts'
import { checkFilters } from '../asked.ts'
import { reportNames, reports } from '../reports.ts'
import { filterShape, type Period, periods } from '../request.ts'
import { nextDue } from './when.ts'

const { columns } = ReportSchedule
const { name, formats, rhythm, weekday, day_of_month, at, email_recipients, skips_empty, active } = columns
const report = Type.String({ enum: reportNames })
const period = Type.Unsafe<Period>(Type.String({ enum: [...periods] }))
const filters = Type.Object(filterShape, { additionalProperties: false })
const required = { name, report, rhythm, at, email_recipients }
const optional = { period, filters, formats, weekday, day_of_month, skips_empty, active }

/** A report that goes by mail to people who need no account, as often as an administrator wants. */
export const reportschedule = defineResource({
  name: 'reportschedule',
  plural: 'reportschedules',
  noun: 'scheduled report',
  about: 'List scheduled reports: which report is mailed to whom, how often, and when next',
  table: 'report_schedule',
  row: ReportSchedule.row,
  filters: { organisation_id: equals('organisation_id', Id), active: equals('active', active) },
  search: ['name', 'email_recipients'],
  sort: { id: null, name: null },
  default_sort: 'name',
  quota: { organisation: 'report_schedules' },
  reads: (viewer) => ofAdministrator(viewer, 'report_schedule.organisation_id'),
  writes: (viewer) => ofAdministrator(viewer, 'report_schedule.organisation_id'),

  create: {
    body: bodyOf(required, { ...optional, organisation_id: Id }),
    async run(trx, viewer, body) {
      const organisation_id = administeredFor(viewer, body.organisation_id)
      const schedule = { ...defaults, ...body, organisation_id }
      const values = {
        ...schedule,
        ...(await checked(trx, schedule)),
        // Its rows are read with the rights of who made it, and no others.
        owner_user_id: viewer.user_id,
      }
      return rows(trx, 'report_schedule').insert(values)
    },
  },
  update: {
    body: bodyOf({}, { ...required, ...optional }),
    async run(trx, viewer, { id, organisation_id, ...changes }) {
      const stored = await trx
        .selectFrom('report_schedule')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const schedule = { ...stored, ...changes } as Schedule
      const values = { ...changes, ...(await checked(trx, schedule)), owner_user_id: viewer.user_id }
      await rows(trx, 'report_schedule').update({ id, organisation_id, ...values })
    },
  },
  remove: (trx, _viewer, target) => rows(trx, 'report_schedule').remove(target),
})

/** Checks a schedule as it will be, and says when it is next due. New recipients are asked whether they agree. */
async function checked(trx: Trx, schedule: Schedule) {
  const { organisation_id, name, email_recipients: listed, active, filters } = schedule
  const recipients = checkEmails(listed)
  const count = recipients === '' ? 0 : recipients.split(',').length
  if (count === 0) throw wrong('email_recipients', 'give one address at least.')
  if (count > MOST_RECIPIENTS)
    throw wrong('email_recipients', `${count} addresses are too many: ${MOST_RECIPIENTS} at most.`)
  checkFilters(reports.find((one) => one.name === schedule.report)!, filters)
  const { timezone } = await trx
    .selectFrom('organisation')
    .select('timezone')
    .where('id', '=', organisation_id)
    .executeTakeFirstOrThrow()
  await askRecipients(trx, organisation_id, { email_recipients: recipients })
  return {
    name: checkName(name),
    email_recipients: recipients,
    next_at: active ? nextDue(schedule, timezone, new Date()) : null,
  }
}

const MOST_RECIPIENTS = 20

const defaults = {
  period: 'last_week' as const,
  filters: {},
  formats: ['xlsx' as const],
  weekday: null,
  day_of_month: null,
  skips_empty: false,
  active: true,
}
type Schedule = Parameters<typeof nextDue>[0] & {
  organisation_id: number
  name: string
  report: string
  email_recipients: string
  active: boolean
  filters: object
}
