import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Contact } from '#db/tables/billing/contact.ts'
import { SignedAmount } from '#db/tables/billing/values.ts'
import { Id } from '#db/tables/columns.ts'
import { administers, isMember } from '../../crud/belonging.ts'
import { checkEmails, checkName, Name } from '../../crud/checks.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { countryCode } from '../../crud/tax_numbers/countries.ts'
import { wrongTaxNumber } from '../../crud/tax_numbers/tax_numbers.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { billingAdministered, ofPersonOrBooks } from '../access.ts'
import { checkElectronicAddress } from '../tax_numbers/electronic_address.ts'

const { user_id, company, email, phone, address1, address2, address3, city, postcode } = Contact.columns
const { country, tax_number, electronic_address, with_xml, with_facturx } = Contact.columns
const { reminders, active } = Contact.columns
const fields = {
  company,
  email,
  phone,
  address1,
  address2,
  address3,
  city,
  postcode,
  country,
  tax_number,
  electronic_address,
  with_xml,
  with_facturx,
}

export const contact = defineResource({
  name: 'invoicing/contact',
  plural: 'invoicing/contacts',
  noun: 'contact',
  about: 'List who is invoiced; a person has their own contact',
  table: 'contact',
  row: Type.Object({
    ...Contact.columns,
    balance: SignedAmount,
    credit: {
      ...SignedAmount,
      description: 'On account: what was paid without an invoice, and is not used yet',
    } as typeof SignedAmount,
    currency: Type.String({ description: 'Of the balance: that of the billing settings' }),
    digits: Type.Integer({ description: 'Places of the currency' }),
  }),
  computed: {
    balance: sql`(select coalesce(sum(t.amount), 0)::float8 from transaction t join billing_config b
      on b.organisation_id = t.organisation_id and b.currency = t.currency where t.contact_id = contact.id)`,
    credit: sql`(select coalesce(-sum(t.amount), 0)::float8 from transaction t join billing_config b
      on b.organisation_id = t.organisation_id and b.currency = t.currency
      where t.contact_id = contact.id and t.invoice_id is null)`,
    currency: sql`coalesce((select b.currency from billing_config b where b.organisation_id = contact.organisation_id), 'NZD')`,
    digits: sql`coalesce((select c.digits from billing_config b join currency c on c.code = b.currency
      where b.organisation_id = contact.organisation_id), 2)`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    active: equals('active', Type.Boolean()),
    is_member: defineFilter(Type.Boolean(), (wanted) => sql<SqlBool>`(contact.user_id is not null) = ${wanted}`),
  },
  search: ['name', 'company', 'email', 'tax_number'],
  sort: { id: null, name: null, company: null, created_at: null },
  default_sort: 'name',
  reads: (viewer) => ofPersonOrBooks(viewer, 'contact'),
  writes: (viewer) => ofPersonOrBooks(viewer, 'contact'),
  quota: { organisation: 'contacts' },

  create: {
    body: bodyOf({ name: Name }, { organisation_id: Id, user_id, ...fields, reminders, active }),
    async run(trx, viewer, { organisation_id: named, ...body }) {
      const organisation_id = await billingAdministered(trx, viewer, named)
      await checkPerson(trx, organisation_id, body.user_id)
      checkTaxNumber(body)
      checkElectronicAddress(body.electronic_address)
      return rows(trx, 'contact').insert({ ...body, ...checked(body), organisation_id, name: checkName(body.name) })
    },
  },
  update: {
    body: bodyOf({}, { name: Name, user_id, ...fields, reminders, active }),
    async run(trx, viewer, { organisation_id, ...body }) {
      if (body.tax_number || body.country) await checkStoredNumber(trx, body)
      checkElectronicAddress(body.electronic_address)
      const is_reserved = [body.user_id, body.reminders, body.active].some((value) => value !== undefined)
      if (is_reserved && !administers(viewer, organisation_id)) {
        throw new AppError('forbidden', 'Only an administrator changes user_id, reminders and active.')
      }
      await checkPerson(trx, organisation_id, body.user_id)
      await rows(trx, 'contact').update({ ...body, ...checked(body), organisation_id, name: checkName(body.name) })
    },
  },
  async remove(trx, viewer, target) {
    if (!administers(viewer, target.organisation_id)) {
      throw new AppError('forbidden', 'Only an administrator of the organisation may do that.')
    }
    const { rows: used } = await sql`select 1 where exists (select from invoice i where i.contact_id = ${target.id})
      or exists (select from transaction t where t.contact_id = ${target.id})
      or exists (select from subscription s where s.contact_id = ${target.id})
      or exists (select from quote q where q.contact_id = ${target.id})
      or exists (select from recurring_contact n where n.contact_id = ${target.id})`.execute(trx)
    if (used.length > 0) {
      throw new AppError('not_possible', 'This contact has been invoiced. Please switch it off instead (active).')
    }
    await rows(trx, 'contact').remove(target)
  },
})

/** The contact of a member: the one they have, else a new one with their name and address. */
export async function contactOf(trx: Trx, organisation_id: number, user_id: number): Promise<number> {
  const made = await sql<{ id: number }>`
    insert into contact (organisation_id, user_id, name, company, email, phone, address1, address2, city, postcode, country)
    select ${organisation_id}, u.id, ${displayNameOf('u')}, u.company_name, u.email, coalesce(u.phone_mobile, u.phone_home),
      coalesce(u.address1, u.street), coalesce(u.address2, u.suburb), u.city, u.postcode, u.country
    from user_account u where u.id = ${user_id}
    on conflict (organisation_id, user_id) where user_id is not null do update set modified_at = contact.modified_at
    returning id`.execute(trx)
  return made.rows[0]!.id
}

function checked({ email }: { email?: string | null }) {
  if (!email) return {}
  const one = checkEmails(email, 'email')
  if (one.includes(',')) throw new AppError('email_invalid', 'email: give one address.', 'email')
  return { email: one }
}

async function checkPerson(trx: Trx, organisation_id: number, user_id: number | null | undefined): Promise<void> {
  if (user_id === undefined || user_id === null) return
  if (!(await isMember(trx, organisation_id, user_id))) throw wrong('user_id', 'is not a member of the organisation.')
}

/** @throws {AppError} bad_request for a tax number that its country does not give */
function checkTaxNumber({ tax_number, country }: Taxed): void {
  const code = countryCode(country ?? null)
  const wrongness = tax_number && code ? wrongTaxNumber(tax_number, code) : null
  if (wrongness) throw wrong('tax_number', wrongness)
}

/** The same of a contact that is changed: what is not given is as it is stored. */
async function checkStoredNumber(trx: Trx, { id, ...changed }: Taxed & { id: number }): Promise<void> {
  const { tax_number, country } = await trx
    .selectFrom('contact')
    .select(['tax_number', 'country'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  checkTaxNumber({
    tax_number: changed.tax_number === undefined ? tax_number : changed.tax_number,
    country: changed.country === undefined ? country : changed.country,
  })
}

type Taxed = { tax_number?: string | null; country?: string | null }
