import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { upgraded } from './upgraded.ts'

const NAME = '20280111_home_currency'

it('a ledger from before home amounts has them at the rates of its documents, which end at nothing', () =>
  upgraded(NAME, before, async (db) => {
    const { rows } = await sql<{ of: string; amount: string; home: string | null; rate: string | null }>`
      select coalesce(i.document_number, 'account') || ' ' || t.currency as of, t.amount::int as amount,
        t.home_amount::int as home, t.exchange_rate::text as rate, t.home_gain::int as gain
      from transaction t left join invoice i on i.id = t.invoice_id order by t.id`.execute(db)
    expect(rows.map(({ of, amount, home, rate }) => [of, amount, home, rate])).toEqual([
      ['INV-1 NZD', 1000, 1000, null],
      ['INV-1 NZD', -1000, -1000, null],
      // A third of USD 10.00 at 0.3: what was open stands at its rate after each payment.
      ['INV-2 USD', 1000, 3333, '0.300000'],
      ['INV-2 USD', -333, -1110, '0.300000'],
      ['INV-2 USD', -667, -2223, '0.300000'],
      // JPY has no cents.
      ['INV-3 JPY', 1250, 1389, '90.000000'],
      ['INV-4 EUR', 1000, null, null],
      ['account NZD', -50, -50, null],
      ['account USD', -50, null, null],
    ])
    await expect(sql`update transaction set home_amount = 1`.execute(db)).rejects.toThrow(/never changed/)
    await sql`insert into transaction (organisation_id, kind, amount, currency) values (7, 'payment', -70, 'NZD'),
      (7, 'payment', -70, 'USD')`.execute(db)
    const { rows: last } = await sql`select home_amount::int as home from transaction order by id desc limit 2`.execute(
      db,
    )
    expect(last).toEqual([{ home: null }, { home: -70 }])
  }))

const invoice = (id: number, currency: string, rate: string | null, gross: number) =>
  `insert into invoice (id, organisation_id, state, number, document_number, currency, exchange_rate, issued_on, due_on,
     net, gross)
   overriding system value
   values (${id}, 7, 'authorised', ${id}, 'INV-${id}', '${currency}', ${rate}, '2026-12-01', '2026-12-01', ${gross}, ${gross})`
const entry = (kind: string, amount: number, currency: string, invoice_id: number | null) =>
  `insert into transaction (organisation_id, kind, amount, currency, invoice_id)
   values (7, '${kind}', ${amount}, '${currency}', ${invoice_id})`

const before = [
  "insert into organisation (id, name) values (7, 'Kererū')",
  "insert into billing_config (organisation_id, currency) values (7, 'NZD')",
  invoice(1, 'NZD', null, 1000),
  invoice(2, 'USD', '0.3', 1000),
  invoice(3, 'JPY', '90', 1250),
  invoice(4, 'EUR', null, 1000),
  entry('charge', 1000, 'NZD', 1),
  entry('payment', -1000, 'NZD', 1),
  entry('charge', 1000, 'USD', 2),
  entry('payment', -333, 'USD', 2),
  entry('payment', -667, 'USD', 2),
  entry('charge', 1250, 'JPY', 3),
  entry('charge', 1000, 'EUR', 4),
  entry('payment', -50, 'NZD', null),
  entry('payment', -50, 'USD', null),
]
