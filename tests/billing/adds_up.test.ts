import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { layOut } from '#api/billing/documents/layout.ts'
import { printedOf } from '#api/billing/documents/printed.ts'
import { moneyText } from '#api/billing/documents/texts.ts'
import { authorise } from '#api/billing/invoices/authorise.ts'
import { readDocument } from '#api/billing/invoices/document.ts'
import { writeDraft } from '#api/billing/invoices/invoice.ts'
import { type AmountsAre, computeDocument, toMajor } from '#api/billing/money/document.ts'
import { makeRandom } from '../../scripts/simulate/random.ts'
import type { Network } from '../network.ts'
import { readPdf } from '../pdf.ts'
import { makeShop, type Shop } from '../seeds/billing.ts'
import { sharedNetwork } from '../shared_network.ts'

/** BILLING_ROUNDS=100000 for all of them. Every tenth is also made as PDF, up to a thousand. */
const ROUNDS = Number(process.env.BILLING_ROUNDS ?? 50)
const AT_ONCE = 50

let network: Network
let shop: Shop
beforeAll(async () => {
  network = await sharedNetwork()
  shop = await makeShop(network, 'shop')
})

it(`the editor, list, PDF and ledger agree in ${ROUNDS} random invoices`, {
  timeout: ROUNDS * 100 + 60_000,
}, async () => {
  const random = makeRandom(20_270_106)
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  const pick = <T>(all: readonly T[]) => all[upTo(all.length - 1)]!
  const rates: { id: number | null; rate: string; name: string }[] = [{ id: null, rate: '0', name: '' }]
  for (const rate of ['15', '12.5', '5', '8.875', '100']) {
    const { data } = await shop.administrator.client.create('taxrate', { code: `T${rate}`, name: `Tax ${rate}`, rate })
    rates.push({ id: data.id, rate, name: data.name })
  }
  const currencies = { NZD: 2, JPY: 0, BHD: 3 }
  const line = () => ({
    tax: pick(rates),
    quantity: toMajor(upTo(10 ** pick([4, 5, 7])), 4),
    unit_price: toMajor(upTo(10 ** pick([3, 5, 7])), 4),
    discount: pick(['0', '0', '10', '33.3333', '100']),
  })
  for (let i = 0; i < ROUNDS; i += AT_ONCE) {
    const ids = await network.db.transaction().execute(async (trx) => {
      const made = []
      for (let n = i; n < Math.min(i + AT_ONCE, ROUNDS); n++) {
        const currency = pick(['NZD', 'JPY', 'BHD'] as const)
        const amounts_are = pick<AmountsAre>(['exclusive', 'inclusive', 'no_tax'])
        const lines = Array.from({ length: 1 + upTo(6) }, line)
        const type = pick(['invoice', 'invoice', 'credit_note'] as const)
        const draft = { organisation_id: shop.id, contact_id: shop.contact_id, currency, amounts_are, type }
        const bodies = lines.map(({ tax, ...body }) => ({ ...body, description: 'Course', tax_rate_id: tax.id }))
        const { id } = await writeDraft(trx, draft, bodies)
        await authorise(trx, id)
        const inputs = lines.map(({ tax, ...body }) => ({ ...body, tax_rate: tax.rate, tax_name: tax.name }))
        made.push({ id, type, edited: computeDocument({ amounts_are, digits: currencies[currency], lines: inputs }) })
      }
      return made
    })
    for (const [n, { id, type, edited }] of ids.entries()) {
      const document = await readDocument(network.db, id)
      const { net, tax, gross } = document.invoice
      expect({ net, tax, gross, taxes: document.taxes }).toEqual(amountsOf(edited))
      expect(document.lines.map((one) => [one.net, one.tax, one.gross])).toEqual(
        edited.lines.map((one) => [one.net, one.tax, one.gross]),
      )
      const ledger = document.transactions.reduce((sum, { amount }) => sum + amount, 0)
      expect(ledger).toBe(type === 'invoice' ? gross : gross === 0 ? 0 : -gross)
      if (n % 10 > 0 || i > 10_000) continue
      const { text } = await readPdf(await layOut({ document: printedOf(document), logo: null }))
      for (const amount of [net, gross]) expect(text).toContain(moneyText(amount, document.digits))
      for (const one of document.taxes.filter(({ name }) => name)) {
        expect(text).toContain(moneyText(one.tax, document.digits))
      }
    }
  }
  const { rows } = await sql<{ wrong: number }>`select count(*)::int as wrong from invoice i
    where i.gross <> (select sum(gross) from invoice_line l where l.invoice_id = i.id)
      or i.tax <> (select sum(tax) from invoice_line l where l.invoice_id = i.id)
      or i.gross - i.paid <> abs(coalesce((select sum(amount) from transaction t where t.invoice_id = i.id), 0))`.execute(
    network.db,
  )
  expect(rows[0]!.wrong).toBe(0)
  const { data: totals } = await shop.administrator.client.call('GET', 'invoices/totals', {})
  const { rows: balances } = await sql<{ currency: string; open: number }>`select currency, sum(amount)::float8 as open
    from transaction group by 1 order by 1`.execute(network.db)
  expect(totals.map(({ currency, open }: { currency: string; open: number }) => ({ currency, open }))).toEqual(balances)
})

const amountsOf = ({ net, tax, gross, taxes }: ReturnType<typeof computeDocument>) => ({ net, tax, gross, taxes })
