import { sql } from 'kysely'
import type { ApiContext } from '../../../context.ts'
import { ProviderError } from '../errors.ts'
import { externalId, keepRequest, markDone, type Push } from '../pushes.ts'
import { xero } from './call.ts'

/**
 * Writes a contact to Xero, where names are unique. A contact of the same name and address that no program has claimed
 * is taken over; another one of that name makes ours carry its number.
 */
export async function pushContact(context: ApiContext, push: Push): Promise<void> {
  const { db } = context
  const contact = await db.selectFrom('contact').selectAll().where('id', '=', push.entity_id).executeTakeFirst()
  if (!contact) throw new ProviderError('refused', 'The contact was deleted.')
  const number = `ringfence-${contact.id}`
  const known = await externalId(db, { tenant_id: push.payload.tenant_id, entity: 'contact', entity_id: contact.id })
  const claimed = known ? null : await find(context, push, `ContactNumber=="${number}"`)
  const mine = known ?? (claimed ? String(claimed.ContactID) : null)
  const same_name = mine ? null : await find(context, push, `Name=="${quoted(contact.name)}"`)
  const is_same = same_name && !same_name.ContactNumber && isSame(same_name.EmailAddress, contact.email)
  const id = mine ?? (is_same ? String(same_name.ContactID) : null)
  const Name = same_name && !is_same ? `${contact.name} (${contact.id})` : contact.name
  const request = await keepRequest(db, push.id, {
    Contacts: [
      {
        ...(id && { ContactID: id }),
        ContactNumber: number,
        // A name that was made unique stays.
        ...(!mine && { Name }),
        EmailAddress: contact.email ?? '',
        TaxNumber: contact.tax_number ?? '',
        Addresses: [addressOf(contact)],
        Phones: [{ PhoneType: 'DEFAULT', PhoneNumber: contact.phone ?? '' }],
      },
    ],
  })
  const answer = await xero<{ Contacts: { ContactID: string }[] }>(context, push.connection_id, {
    method: 'POST',
    path: 'Contacts',
    body: request,
    query: { summarizeErrors: 'true' },
    idempotency_key: push.idempotency_key,
    tenant_id: push.payload.tenant_id,
  })
  const external_id = answer.Contacts[0]!.ContactID
  await markDone(db, push, { id: external_id }, async (trx) => {
    await sql`update contact set external_id = ${external_id} where id = ${contact.id}`.execute(trx)
  })
}

async function find(context: ApiContext, push: Push, where: string): Promise<Record<string, unknown> | null> {
  const call = { method: 'GET' as const, path: 'Contacts', query: { where }, tenant_id: push.payload.tenant_id }
  const answer = await xero<{ Contacts: Record<string, unknown>[] }>(context, push.connection_id, call)
  return answer.Contacts[0] ?? null
}

function addressOf(contact: Address) {
  const { company, address1, address2, address3, city, postcode, country } = contact
  return {
    AddressType: 'POBOX',
    AttentionTo: company ?? '',
    AddressLine1: address1 ?? '',
    AddressLine2: address2 ?? '',
    AddressLine3: address3 ?? '',
    City: city ?? '',
    PostalCode: postcode ?? '',
    // Xero takes a country of letters only; another one stays readable as a line.
    ...(isCountry(country) ? { Country: country ?? '', AddressLine4: '' } : { Country: '', AddressLine4: country }),
  }
}

const isCountry = (text: string | null) => /^[A-Za-z ]{0,50}$/.test(text ?? '')

/** Within the quotes of a filter. */
const quoted = (text: string) => text.replace(/[\\"]/g, '\\$&')

const isSame = (theirs: unknown, ours: string | null) =>
  String(theirs ?? '').toLowerCase() === (ours ?? '').toLowerCase()

type Address = Record<'company' | 'address1' | 'address2' | 'address3' | 'city' | 'postcode' | 'country', string | null>
