import { useQuery } from '@tanstack/react-query'
import { client, guarded } from '../core/api.ts'
import type { BodySchema, Schema } from '../kit/forms/schema.ts'
import { keys } from './keys.ts'

/** What invoices refer to: the connected accounting provider's lists, or the built-in books'. */
export function useInvoicing<List extends 'accounts' | 'currencies'>(list: List, organisation_id: number) {
  const { data } = useQuery({
    queryKey: keys.invoicing(list, organisation_id),
    queryFn: async () => (await guarded(client.act(`GET invoicing/${list}`, { organisation_id }))).data,
  })
  return data ?? none
}

/** A form's schema whose currency and account are picked from those there are, by their names. */
export function usePickedCodes(body: BodySchema, organisation_id: number): BodySchema {
  const accounts = useInvoicing('accounts', organisation_id)
  const currencies = useInvoicing('currencies', organisation_id)
  const { account_code, currency } = body.properties
  return {
    ...body,
    properties: {
      ...body.properties,
      ...(account_code && accounts.length > 0 && { account_code: picked(accounts.map(toChoice)) }),
      ...(currency && currencies.length > 0 && { currency: { enum: currencies.map(({ code }) => code) } }),
    },
  }
}

/** What an account is called where it is picked. */
export const accountName = ({ code, name }: { code: string; name: string }) => `${code} · ${name}`

const toChoice = (account: { code: string; name: string }) => ({ const: account.code, title: accountName(account) })
const picked = (anyOf: Schema[]): Schema => ({ anyOf })

const none: never[] = []
