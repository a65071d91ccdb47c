import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { ReportSchedule } from '../reports/report_schedule.ts'
import { FireDrill } from './fire_drill.ts'

const { kind, boundary_id, alarm, group_id, escalates } = FireDrill.columns

/** When an organisation has its monthly fire drill, and of what. */
export const FireDrillPlan = defineTable({
  name: 'fire_drill_plan',
  columns: {
    id: Id,
    organisation_id: Id,
    kind,
    boundary_id,
    alarm,
    group_id,
    escalates,
    /** Its last day where a month is shorter. */
    day_of_month: Type.Integer({ minimum: 1, maximum: 31 }),
    /** In the organisation's timezone, `HH:MM`. */
    at: ReportSchedule.columns.at,
    active: Type.Boolean(),
    next_at: Nullable(Timestamp),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'kind', 'day_of_month', 'at'],
  conflicts: { fire_drill_plan_organisation: ['conflict', 'organisation_id'] },
})
