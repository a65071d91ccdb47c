import { type Static, Type } from 'typebox'
import { Amount, InvoiceReminderKind } from '#db/tables/billing/values.ts'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { billingAdministered, todayOf } from '../access.ts'
import { type DueInvoice, dueFees, dueReminders } from './due.ts'

const Due = Type.Object({
  invoice_id: Id,
  document_number: Type.String(),
  contact_name: Type.String(),
  kind: InvoiceReminderKind,
  days: Type.Integer(),
  due_on: DateOnly,
  open: Amount,
  currency: Type.String(),
  fee: Nullable(Amount),
  email: Nullable(Type.String({ description: 'Null where there is no proven address' })),
  app: Type.Boolean({ description: 'Whether it is shown in the app as well' }),
})

/** As the next run does it, whether the plan is active or not. */
export const previewReminders = defineAction({
  method: 'GET',
  path: 'reminderplan/preview',
  tags: ['reminderplans'],
  summary:
    'List whom the plan of reminders would write to today, and the late fees it would charge; 200 of each at most',
  query: Type.Object({ organisation_id: Type.Optional(Id) }, { additionalProperties: false }),
  answer: Type.Array(Due),
  async run({ context: { db }, viewer, query }) {
    const organisation_id = await billingAdministered(db, viewer, query.organisation_id)
    const plan = await db
      .selectFrom('reminder_plan')
      .selectAll()
      .where('organisation_id', '=', organisation_id)
      .executeTakeFirst()
    if (!plan) return []
    const today = await todayOf(db, organisation_id)
    // Of a plan that is off, as if it were switched on today.
    const fees = await dueFees(db, { ...plan, fee_since: plan.fee_since ?? today }, today)
    const reminders = await dueReminders(db, plan, today)
    return [
      ...fees.map((due) => ({ ...toDue(due), kind: 'fee' as const, fee: due.fee })),
      ...reminders.map((due) => ({ ...toDue(due), kind: 'reminder' as const, fee: null })),
    ]
  },
})

function toDue(due: DueInvoice): Omit<Static<typeof Due>, 'kind' | 'fee'> {
  const { id: invoice_id, document_number, contact_name, days, due_on, open, currency, email, user_id } = due
  return { invoice_id, document_number, contact_name, days, due_on, open, currency, email, app: user_id !== null }
}
