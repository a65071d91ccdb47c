import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { ReminderPlan } from '#db/tables/billing/reminders/reminder_plan.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { templateFault } from '#messages/templates/render.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { billingAdministered, ofBooks, todayOf } from '../access.ts'
import { checkAccountCode, checkTaxRate } from '../books/checks.ts'
import type { Plan } from './due.ts'
import { placeholders } from './letter.ts'

const { active, steps, fee_kind, fee_amount, fee_percent, fee_days, fee_description } = ReminderPlan.columns
const { fee_account_code, fee_tax_rate_id } = ReminderPlan.columns
const fee = { fee_kind, fee_amount, fee_percent, fee_days, fee_description, fee_account_code, fee_tax_rate_id }

/** An organisation has one. It is saved by a person, and works under their right. */
export const reminderplan = defineResource({
  name: 'reminderplan',
  plural: 'reminderplans',
  noun: 'plan of reminders',
  about: 'List the plans by which organisations remind of unpaid invoices: one for each organisation',
  table: 'reminder_plan',
  row: Type.Object({
    ...ReminderPlan.columns,
    author_name: Nullable(Type.String({ description: 'Who saved it last, under whose right it works' })),
    digits: Type.Integer({ description: 'Places of the currency' }),
  }),
  computed: {
    fee_percent: sql`trim_scale(reminder_plan.fee_percent)::text`,
    author_name: sql`(select ${displayNameOf('u')} from user_account u where u.id = reminder_plan.author_user_id)`,
    digits: sql`(select c.digits from currency c where c.code = reminder_plan.fee_currency)`,
  },
  filters: { organisation_id: equals('organisation_id', Id) },
  search: [],
  sort: { id: null },
  default_sort: 'id',
  reads: (viewer) => ofBooks(viewer, 'reminder_plan'),
  writes: (viewer) => ofBooks(viewer, 'reminder_plan'),
  // Mails go out in the name of the person who saves it.
  lasting: ['create', 'update'],

  create: {
    body: bodyOf({ steps }, { organisation_id: Id, active, ...fee }),
    async run(trx, viewer, { organisation_id: named, ...body }) {
      const organisation_id = await billingAdministered(trx, viewer, named)
      const exists = await trx
        .selectFrom('reminder_plan')
        .select('id')
        .where('organisation_id', '=', organisation_id)
        .executeTakeFirst()
      if (exists) throw new AppError('conflict', 'The organisation has a plan of reminders: please change that.')
      const values = { ...(await completed(trx, { ...unplanned, ...body, organisation_id })), organisation_id }
      return rows(trx, 'reminder_plan').insert({ ...values, author_user_id: viewer.user_id })
    },
  },
  update: {
    body: bodyOf({}, { active, steps, ...fee }),
    async run(trx, viewer, { id, organisation_id, ...body }) {
      const stored = await trx.selectFrom('reminder_plan').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const changed = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
      const values = await completed(trx, { ...stored, ...changed })
      await rows(trx, 'reminder_plan').update({
        id,
        organisation_id,
        ...values,
        author_user_id: viewer.user_id,
        problem: null,
      })
    },
  },
})

const unplanned: Omit<Values, 'organisation_id' | 'steps'> = {
  active: false,
  fee_kind: 'none',
  fee_amount: null,
  fee_percent: null,
  fee_days: 14,
  fee_description: '',
  fee_account_code: '',
  fee_tax_rate_id: null,
  fee_since: null,
}

/** What is stored of a plan. @throws {AppError} bad_request that names the field */
async function completed(trx: Trx, plan: Values) {
  const { active, fee_kind, fee_amount, fee_percent, fee_days, fee_description, fee_account_code } = plan
  checkSteps(plan)
  if (fee_kind === 'amount' && !fee_amount) throw wrong('fee_amount', 'is missing, or 0.')
  if (fee_kind === 'percent' && !Number(fee_percent)) throw wrong('fee_percent', 'is missing, or 0.')
  if (fee_account_code) {
    await checkAccountCode(trx, plan.organisation_id, fee_account_code).catch(() => {
      throw wrong('fee_account_code', `there is no account ${fee_account_code}.`)
    })
  }
  await checkTaxRate(trx, plan.organisation_id, plan.fee_tax_rate_id).catch(() => {
    throw wrong('fee_tax_rate_id', 'there is no such tax rate.')
  })
  const { currency } = await trx
    .selectFrom('billing_config')
    .select('currency')
    .where('organisation_id', '=', plan.organisation_id)
    .executeTakeFirstOrThrow()
  const charges = active && fee_kind !== 'none'
  return {
    active,
    steps: JSON.stringify(plan.steps) as unknown as Plan['steps'],
    fee_kind,
    fee_amount,
    fee_percent,
    fee_days,
    fee_description,
    fee_account_code,
    fee_tax_rate_id: plan.fee_tax_rate_id,
    fee_currency: currency,
    // Only what is due from the day on which the fee was switched on: no fee comes as a surprise.
    fee_since: charges ? (plan.fee_since ?? (await todayOf(trx, plan.organisation_id))) : null,
  }
}

function checkSteps({ active, steps, fee_kind }: Values): void {
  if (active && steps.length === 0 && fee_kind === 'none') throw wrong('steps', 'there is none, and no late fee.')
  for (const [i, { days, subject, text }] of steps.entries()) {
    if (steps.findIndex((other) => other.days === days) < i)
      throw wrong(`steps.${i}.days`, 'another step has these days.')
    for (const [name, template] of Object.entries({ subject, text })) {
      const fault = templateFault(template, placeholders)
      if (fault) throw wrong(`steps.${i}.${name}`, `${fault}.`)
    }
  }
}

type Values = Pick<
  Plan,
  | 'organisation_id'
  | 'active'
  | 'steps'
  | 'fee_kind'
  | 'fee_amount'
  | 'fee_percent'
  | 'fee_days'
  | 'fee_description'
  | 'fee_account_code'
  | 'fee_tax_rate_id'
  | 'fee_since'
>
