import type { Row } from '#api/client.ts'
import { client, guarded } from '../core/api.ts'
import type { Reference } from '../kit/reference/reference.ts'

/** Who is invoiced. */
export function contactReference(organisation_id: number): Reference {
  const toOption = ({ id, name, company, email }: Row<'invoicing/contact'>) => ({
    id,
    label: name,
    detail: company ?? email ?? undefined,
  })
  return {
    resource: 'invoicing/contact',
    scope: organisation_id,
    async find(search, limit) {
      const query = { organisation_id, active: true, limit, sort: 'name', ...(search && { search }) } as const
      const { data, info } = await guarded(client.list('invoicing/contact', query))
      return { options: data.map(toOption), more: info.next !== undefined }
    },
    read: async (id) => toOption((await guarded(client.read('invoicing/contact', id))).data),
  }
}

/** Authorised invoices and credit notes, the newest first. */
export function documentReference(organisation_id: number): Reference {
  const toOption = ({ id, document_number, contact_name }: Row<'invoice'>) => ({
    ...{ id, label: document_number ?? '', detail: contact_name ?? undefined },
  })
  return {
    resource: 'invoice',
    scope: organisation_id,
    async find(search, limit) {
      const query = { organisation_id, limit, sort: '-id', ...(search && { search }) } as const
      const { data, info } = await guarded(client.list('invoice', query))
      const authorised = data.filter(({ state }) => state === 'authorised' || state === 'paid')
      return { options: authorised.map(toOption), more: info.next !== undefined }
    },
    read: async (id) => toOption((await guarded(client.read('invoice', id))).data),
  }
}

/** Rates of tax that are in force. */
export function taxRateReference(organisation_id: number): Reference {
  const toOption = ({ id, name, code }: Row<'taxrate'>) => ({ id, label: name, detail: code })
  return {
    resource: 'taxrate',
    scope: organisation_id,
    async find(search, limit) {
      const query = { organisation_id, active: true, limit, sort: 'code', ...(search && { search }) } as const
      const { data, info } = await guarded(client.list('taxrate', query))
      return { options: data.map(toOption), more: info.next !== undefined }
    },
    read: async (id) => toOption((await guarded(client.read('taxrate', id))).data),
  }
}

export function themeReference(organisation_id: number): Reference {
  const toOption = ({ id, name }: Row<'brandingtheme'>) => ({ id, label: name })
  return {
    resource: 'brandingtheme',
    scope: organisation_id,
    async find(search, limit) {
      const query = { organisation_id, limit, sort: 'name', ...(search && { search }) } as const
      const { data, info } = await guarded(client.list('brandingtheme', query))
      return { options: data.map(toOption), more: info.next !== undefined }
    },
    read: async (id) => toOption((await guarded(client.read('brandingtheme', id))).data),
  }
}

/** What members can be enrolled in. */
export function productReference(organisation_id: number): Reference {
  const toOption = ({ id, name, code }: Row<'product'>) => ({ id, label: name, detail: code })
  return {
    resource: 'product',
    scope: organisation_id,
    async find(search, limit) {
      const query = { organisation_id, active: true, limit, ...(search && { search }) } as const
      const { data, info } = await guarded(client.list('product', query))
      return { options: data.map(toOption), more: info.next !== undefined }
    },
    read: async (id) => toOption((await guarded(client.read('product', id))).data),
  }
}

/** The members of an organisation, by the ids of their accounts. */
export function memberReference(organisation_id: number): Reference {
  const toOption = (member: Row<'membership'>) => ({ id: member.user_id, label: member.display_name })
  return {
    resource: 'membership',
    scope: organisation_id,
    async find(search, limit) {
      const query = { organisation_id, limit, ...(search && { search }) }
      const { data, info } = await guarded(client.list('membership', query))
      return { options: data.map(toOption), more: info.next !== undefined }
    },
    async read(user_id) {
      const { data } = await guarded(client.list('membership', { organisation_id, user_id }))
      return data[0] ? toOption(data[0]) : null
    },
  }
}
