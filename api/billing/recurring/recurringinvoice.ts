import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { RecurringInvoice } from '#db/tables/billing/recurring/recurring_invoice.ts'
import { RecurringState } from '#db/tables/billing/values.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { AppError } from '../../http/errors.ts'
import { billingAdministered, ofBooks, todayOf } from '../access.ts'
import { dayOfMonth } from '../money/days.ts'
import { checkChanged, checkNew, MOST_CONTACTS, sumOf, writeContacts } from './checked.ts'

const { name, lines, prices_on_day, amounts_are, currency, reference, branding_theme_id } = RecurringInvoice.columns
const { every, unit, first_on, anchor_day, last_on, most, sends, due_days } = RecurringInvoice.columns
const about = { prices_on_day, amounts_are, currency, reference, branding_theme_id, sends, due_days }
const when = { every, anchor_day, last_on, most }
const ContactIds = Type.Array(Id, { minItems: 1, maxItems: MOST_CONTACTS, uniqueItems: true })

const runs = (where: string) => sql<number>`(select count(*)::int from recurring_run r
  where r.recurring_invoice_id = recurring_invoice.id and ${sql.raw(where)})`
const contacts = sql`from recurring_contact n where n.recurring_invoice_id = recurring_invoice.id`

/** It is saved by a person, and works under their right. */
export const recurringinvoice = defineResource({
  name: 'recurringinvoice',
  plural: 'recurringinvoices',
  noun: 'recurring invoice',
  about: 'List invoices that are written again on each day of a schedule, for one contact or many',
  table: 'recurring_invoice',
  row: Type.Object({
    ...RecurringInvoice.columns,
    contact_ids: ContactIds,
    contacts_count: Type.Integer(),
    contact_name: Nullable(Type.String({ description: 'The first of its contacts' })),
    invoices_count: Type.Integer({ description: 'Invoices that were written' }),
    refused_count: Type.Integer({ description: 'Invoices that wait for a reason to be mended' }),
    author_name: Nullable(Type.String({ description: 'Who saved it last, under whose right it works' })),
    digits: Type.Integer({ description: 'Places of the currency' }),
  }),
  computed: {
    contact_ids: sql`(select coalesce(json_agg(n.contact_id order by n.contact_id), '[]'::json) ${contacts})`,
    contacts_count: sql`(select count(*)::int ${contacts})`,
    contact_name: sql`(select k.name from recurring_contact n join contact k on k.id = n.contact_id
      where n.recurring_invoice_id = recurring_invoice.id order by k.name, k.id limit 1)`,
    invoices_count: runs(`r.state = 'made'`),
    refused_count: runs(`r.state = 'refused'`),
    author_name: sql`(select ${displayNameOf('u')} from user_account u where u.id = recurring_invoice.author_user_id)`,
    digits: sql`(select c.digits from currency c where c.code = recurring_invoice.currency)`,
  },
  filters: { organisation_id: equals('organisation_id', Id), state: equals('state', RecurringState) },
  search: ['name', 'reference'],
  sort: { id: null, name: null, next_on: null },
  default_sort: '-id',
  reads: (viewer) => ofBooks(viewer, 'recurring_invoice'),
  writes: (viewer) => ofBooks(viewer, 'recurring_invoice'),
  quota: { organisation: 'recurring_invoices' },
  // Invoices and mails go out in the name of the person who saves it.
  lasting: ['create', 'update'],

  create: {
    body: bodyOf({ name, contact_ids: ContactIds, lines, unit, first_on }, { organisation_id: Id, ...about, ...when }),
    async run(trx, viewer, { organisation_id: named, contact_ids, ...body }) {
      const organisation_id = await billingAdministered(trx, viewer, named)
      const config = await trx
        .selectFrom('billing_config')
        .select(['currency', 'amounts_are', 'due_days', 'branding_theme_id'])
        .where('organisation_id', '=', organisation_id)
        .executeTakeFirstOrThrow()
      const values = { ...config, every: 1, anchor_day: dayOfMonth(body.first_on), ...body, organisation_id }
      checkNew(values, await todayOf(trx, organisation_id))
      const gross = await sumOf(trx, { ...values, contact_id: contact_ids[0]! })
      const { id } = await rows(trx, 'recurring_invoice').insert({
        ...values,
        lines: JSON.stringify(values.lines) as never,
        gross,
        next_on: values.first_on,
        author_user_id: viewer.user_id,
      })
      await writeContacts(trx, { id, organisation_id }, contact_ids)
      return { id }
    },
  },
  update: {
    body: bodyOf({}, { name, contact_ids: ContactIds, lines, unit, first_on, ...about, ...when }),
    async run(trx, viewer, { id, organisation_id, contact_ids, ...body }) {
      const stored = await trx
        .selectFrom('recurring_invoice')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      if (stored.state === 'ended') throw new AppError('not_possible', 'It has ended: please make a new one.')
      const changed = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
      const next = { ...stored, ...changed }
      const schedule = await checkChanged(trx, stored, next)
      if (contact_ids) await writeContacts(trx, { id, organisation_id }, contact_ids)
      const gross = await sumOf(trx, { ...next, contact_id: await firstContact(id) })
      await rows(trx, 'recurring_invoice').update({
        id,
        organisation_id,
        ...body,
        ...(body.lines && { lines: JSON.stringify(body.lines) as never }),
        ...schedule,
        gross,
        author_user_id: viewer.user_id,
        problem: null,
      })
      async function firstContact(recurring_invoice_id: number) {
        const first = await trx
          .selectFrom('recurring_contact')
          .select('contact_id')
          .where('recurring_invoice_id', '=', recurring_invoice_id)
          .limit(1)
          .executeTakeFirst()
        if (!first) throw new AppError('bad_request', 'contact_ids: there is none.', 'contact_ids')
        return first.contact_id
      }
    },
  },
  async remove(trx, _viewer, target) {
    const { rows: used } = await sql<{ made: SqlBool }>`select exists (select from recurring_run r
      where r.recurring_invoice_id = ${target.id} and r.state = 'made') as made`.execute(trx)
    if (used[0]!.made) throw new AppError('not_possible', 'Invoices were written by it. Please end it instead.')
    await rows(trx, 'recurring_invoice').remove(target)
  },
})
