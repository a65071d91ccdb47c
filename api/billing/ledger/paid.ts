import { Type } from 'typebox'
import { ExchangeRate, LARGEST_AMOUNT, Method } from '#db/tables/billing/values.ts'
import { Timestamp } from '#db/tables/columns.ts'

/** What a line of a bank's statement is called in the ledger: `provider` of what it writes. Others record `bank`. */
export const BANK = 'bank_statement'

export const Positive = Type.Integer({ minimum: 1, maximum: LARGEST_AMOUNT, description: 'Minor units' })

/** Of money in another currency than the organisation's own: one of the two, else it counts at its document's rate. */
export const exchanged = {
  exchange_rate: Type.Optional(ExchangeRate),
  bank_amount: Type.Optional({
    ...Positive,
    description: 'Minor units of the organisation’s own currency that the bank has received or paid',
  } as typeof Positive),
}

/** Fields of a request about money that has moved, besides its amount. */
export const paid = {
  method: Type.Optional(Method),
  reference: Type.Optional(Type.String({ maxLength: 500 })),
  at: Type.Optional(Timestamp),
  ...exchanged,
}
