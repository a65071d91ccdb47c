import { DateOnly, Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { ReminderKind } from './values.ts'

/** That a person was reminded: before the end, on the day of payment, at the end of grace, and of a new price; once each. */
export const SubscriptionReminder = defineTable({
  name: 'subscription_reminder',
  columns: {
    id: Id,
    organisation_id: Id,
    subscription_id: Id,
    kind: ReminderKind,
    /** The day until which is to be paid. */
    for_day: DateOnly,
    message_id: Nullable(Id),
    created_at: Timestamp,
  },
  required: ['organisation_id', 'subscription_id', 'kind', 'for_day'],
})
