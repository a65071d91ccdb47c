import type { Row } from '#api/client.ts'
import { client, guarded } from '../core/api.ts'
import { toMoney } from '../kit/format/money.ts'
import type { Option, Reference } from '../kit/reference/reference.ts'
import { referenceTo } from '../kit/reference/referenceTo.ts'

/** Who is invoiced. */
export const contactReference = (organisation_id: number) =>
  referenceTo('invoicing/contact', {
    organisation_id,
    query: { active: true, sort: 'name' },
    toOption: ({ id, name, company, email }) => ({ id, label: name, detail: company ?? email ?? undefined }),
  })

/** Contacts that are members, by the ids of their accounts: for treasurers, who read no list of members. */
export const memberContactReference = (organisation_id: number): Reference => ({
  ...referenceTo('invoicing/contact', {
    organisation_id,
    query: { active: true, is_member: true, sort: 'name' },
    toOption: toMember,
  }),
  resource: 'member of the books',
  async read(user_id) {
    const { data } = await guarded(client.list('invoicing/contact', { organisation_id, user_id }))
    return data[0] ? toMember(data[0]) : null
  },
})

const toMember = ({ user_id, name, email }: Row<'invoicing/contact'>): Option => ({
  id: user_id!,
  label: name,
  detail: email ?? undefined,
})

/** Authorised invoices and credit notes, the newest first. */
export const documentReference = (organisation_id: number) =>
  referenceTo('invoice', {
    organisation_id,
    query: { sort: '-id' },
    toOption: ({ id, document_number, contact_name }) => ({
      id,
      label: document_number ?? '',
      detail: contact_name ?? undefined,
    }),
    offers: ({ state }) => state === 'authorised' || state === 'paid',
  })

/** Invoices or credit notes with an open amount, the one that is due first. @param of_currency null: in all of them */
export const openReference = (organisation_id: number, type: 'invoice' | 'credit_note', of_currency: string | null) =>
  referenceTo('invoice', {
    organisation_id,
    query: { type, ...(of_currency && { currency: of_currency }), open: true, sort: 'due_on' },
    toOption: ({ id, document_number, contact_name, open, currency }) => ({
      id,
      label: document_number ?? '',
      detail: [contact_name, toMoney(open, currency)].filter(Boolean).join(' · '),
    }),
  })

/** Rates of tax that are in force. */
export const taxRateReference = (organisation_id: number) =>
  referenceTo('taxrate', {
    organisation_id,
    query: { active: true, sort: 'code' },
    toOption: ({ id, name, code }) => ({ id, label: name, detail: code }),
  })

export const themeReference = (organisation_id: number) =>
  referenceTo('brandingtheme', {
    organisation_id,
    query: { sort: 'name' },
    toOption: ({ id, name }) => ({ id, label: name }),
  })

/** Memberships that codes are for, also those that are not sold at the moment. */
export const membershipReference = (organisation_id: number) =>
  referenceTo('product', {
    organisation_id,
    scope: organisation_id,
    query: { kind: 'membership', sort: 'name' },
    toOption: ({ id, name, code }) => ({ id, label: name, detail: code }),
  })

/** What members can be enrolled in. */
export const productReference = (organisation_id: number) =>
  referenceTo('product', {
    organisation_id,
    query: { active: true },
    toOption: ({ id, name, code }) => ({ id, label: name, detail: code }),
  })
