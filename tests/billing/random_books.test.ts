import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { makeRandom } from '../../scripts/simulate/random.ts'
import type { Network } from '../network.ts'
import { invoiced, makeShop, type Shop } from '../seeds/billing.ts'
import { sharedNetwork } from '../shared_network.ts'

/** BILLING_ROUNDS=3000 for as many steps through REST. */
const STEPS = Number(process.env.BILLING_ROUNDS ?? 100)
/** NZD 1 is as much USD, on some days. */
const RATES = ['0.5', '0.612345', '0.583', '0.7', '0.649999']
/** Of the days of documents and money, before today. */
const SPAN = 300
/** Days at which the reports are compared with the ledger. */
const CUTS = 6

let network: Network
let shop: Shop
beforeAll(async () => {
  network = await sharedNetwork()
  shop = await makeShop(network, 'random books')
})

const random = makeRandom(20_270_315)
const below = (n: number) => Math.floor(random() * n)
const post = async (path: string, input: object) =>
  (await shop.administrator.client.call('POST', path as never, input as never)).data
const shift = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
const today = new Date().toISOString().slice(0, 10)
const someDay = () => shift(today, -1 - below(SPAN))
/** Also in the hours in which the day in New Zealand is another one than in UTC. */
const sometime = () => ({ at: `${someDay()}T${String(below(24)).padStart(2, '0')}:00:00Z` })
const amount = (most: number) => ({ amount: 1 + below(most) })

/** A currency in which a contact has credit, and money in it that has a rate, an amount of the bank, or neither. */
const someCurrency = () => (below(2) === 0 ? { currency: 'USD' } : {})
let money_moved = 0
function exchanged(is_foreign: boolean) {
  const rate = RATES[below(RATES.length)]!
  const bank = 1 + below(9000)
  money_moved++
  const ways = [
    {},
    { exchange_rate: rate, reference: `${money_moved} at ${rate}` },
    { bank_amount: bank, reference: `${money_moved} as ${bank}` },
  ]
  return is_foreign ? ways[below(ways.length)] : {}
}
const isForeign = (invoice_id: number) => made.some(({ id, currency }) => id === invoice_id && currency === 'USD')

const made: { currency: string; id: number; contact_id: number }[] = []
const bank_lines: number[] = []

/** What a treasurer does to a contact, or to one of their invoices. The first three need no invoice. */
const steps: ((contact_id: number, invoice_id: number) => Promise<unknown>)[] = [
  async (contact_id) => {
    const issued_on = someDay()
    const days = { issued_on, due_on: issued_on }
    const foreign = below(2) === 0 ? {} : { currency: 'USD', exchange_rate: RATES[below(RATES.length)] }
    const lines = Array.from({ length: 1 + below(3) }, (_, i) => ({
      description: `Line ${i}`,
      unit_price: `${1 + below(50)}.${below(10)}5`,
    }))
    const { id, currency } = await invoiced(shop, '', { contact_id, ...days, ...foreign, lines })
    made.push({ id, contact_id, currency })
  },
  (id) => {
    const of = someCurrency()
    return post('invoicing/contact/receive', {
      id,
      ...of,
      ...amount(9000),
      ...sometime(),
      ...exchanged('currency' in of),
    })
  },
  (id) => {
    const of = someCurrency()
    return post('invoicing/contact/refund', {
      id,
      ...of,
      ...amount(4000),
      ...sometime(),
      ...exchanged('currency' in of),
    })
  },
  (_, id) =>
    post('invoice/pay', { id, ...amount(9000), ...sometime(), ...exchanged(isForeign(id)), credit_rest: true }),
  (_, id) => post('invoice/pay', { id, ...amount(3000), ...sometime(), ...exchanged(isForeign(id)) }),
  (_, id) => post('invoice/refund', { id, ...amount(3000), ...sometime(), ...exchanged(isForeign(id)) }),
  (_, id) => post('invoice/credit', { id }),
  (_, id) => post('invoice/void', { id }),
  (id, invoice_id) =>
    post('invoicing/contact/allocate', { id, invoice_id, currency: isForeign(invoice_id) ? 'USD' : 'NZD' }),
  (contact_id, invoice_id) => confirmAtBank(1 + below(9000), below(3) === 0 ? { contact_id } : { invoice_id }),
  (contact_id) => confirmAtBank(-1 - below(3000), { contact_id }),
  async () => {
    const id = bank_lines[below(bank_lines.length)]
    if (id) await post('bankline/undo', { id })
  },
  async (contact_id) => {
    const all = (await shop.administrator.client.list('transaction', { contact_id, limit: 200, sort: '-id' })).data
    if (all.length > 0) await post('transaction/reverse', { id: all[below(all.length)]!.id, reason: 'Wrong' })
  },
]

/** A line of the bank that is confirmed as a whole. */
async function confirmAtBank(cents: number, of: { contact_id: number } | { invoice_id: number }) {
  const csv = `Date,Amount,Payee\n${someDay()},${(cents / 100).toFixed(2)},${bank_lines.length}\n`
  const { id } = await post('bankstatement/import', { name: 'x.csv', file: Buffer.from(csv).toString('base64') })
  const [line] = (await shop.administrator.client.list('bankline', { bank_statement_id: id })).data
  bank_lines.push(line!.id)
  await post('bankline/confirm', { lines: [{ id: line!.id, parts: [{ ...of, amount: Math.abs(cents) }] }] })
}

it(`random books sum to the ledger, at any date (${STEPS} steps)`, { timeout: STEPS * 400 + 60_000 }, async () => {
  const contacts: number[] = []
  for (const name of ['one', 'two', 'three']) {
    contacts.push((await shop.administrator.client.create('invoicing/contact', { name } as never)).data.id)
  }
  let refusals = 0
  for (let i = 0; i < STEPS; i++) {
    const contact_id = contacts[below(contacts.length)]!
    const own = made.filter((one) => one.contact_id === contact_id)
    const step = steps[own.length === 0 ? below(3) : below(steps.length)]!
    await step(contact_id, own[below(own.length)]?.id ?? 0).catch((error: { status: number }) => {
      // What is not possible is refused, and changes nothing.
      expect([400, 476]).toContain(error.status)
      refusals++
    })
  }
  expect(refusals).toBeLessThan(STEPS)
  expect(await wrongRows(contacts)).toEqual([])
  const ledger = await readLedger()
  checkHome(ledger)
  await compareWhole(ledger, contacts)
  // Each cut is the day before an entry's: who took the day of another timezone would count it too early.
  for (let i = 0; i < CUTS; i++) await compareAt(ledger, shift(ledger[below(ledger.length)]!.day, -1), contacts)
})

/** What a document says differs from its entries, or credit of a contact below nothing. */
async function wrongRows(contacts: number[]) {
  const ids = sql.join(contacts)
  const { rows } = await sql<object>`
    select i.id from invoice i where i.contact_id in (${ids}) and i.gross - i.paid <>
      abs(coalesce((select sum(amount) from transaction t where t.invoice_id = i.id), 0)) and i.state <> 'void'
    union all select i.id from invoice i where i.contact_id in (${ids}) and i.state = 'void'
      and (select sum(amount) from transaction t where t.invoice_id = i.id) <> 0
    union all select t.contact_id from transaction t where t.contact_id in (${ids}) and t.invoice_id is null
      group by t.contact_id, t.currency having sum(t.amount) > 0`.execute(network.db)
  return rows
}

/** The ledger as it is listed, each entry on its day: of documents theirs, of money that of the treasurer's clock. */
async function readLedger(): Promise<Entry[]> {
  const all = async (resource: 'transaction' | 'invoice') => {
    const rows = []
    for (let after = 0; ; ) {
      const { data } = await shop.administrator.client.list(resource, {
        organisation_id: shop.id,
        sort: 'id',
        limit: 200,
        offset: after,
      } as never)
      rows.push(...data)
      after += data.length
      if (data.length < 200) return rows
    }
  }
  const documents = new Map(((await all('invoice')) as unknown as Document[]).map((one) => [one.id, one]))
  return ((await all('transaction')) as unknown as Listed[]).map((one) => {
    const document = documents.get(one.invoice_id ?? 0)
    const is_document = one.kind === 'charge' || one.kind === 'credit'
    const paid_on = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' }).format(new Date(one.at))
    const voided_on = document && paid_on > document.issued_on ? paid_on : (document?.issued_on ?? '')
    const day = !is_document ? paid_on : one.reverses_transaction_id ? voided_on : document!.issued_on
    const rate = document?.exchange_rate ?? (one.currency === 'NZD' ? '1' : null)
    const tax = is_document ? Math.sign(one.amount) * atRate(document!.tax, rate!) : 0
    return { ...one, day, is_document, rate, tax }
  })
}

/** An amount at a rate, computed with whole numbers: rounded half away from zero. */
function atRate(cents: number, rate: string): number {
  const [whole, part = ''] = rate.split('.') as [string, string?]
  const millionths = BigInt(whole + part.padEnd(6, '0'))
  const twice = (2n * BigInt(Math.abs(cents)) * 1_000_000n + millionths) / (2n * millionths)
  return Math.sign(cents) * Number(twice)
}

/** A book kept apart: what each entry is in the home currency, and what it has gained, by what was entered. */
function checkHome(ledger: Entry[]) {
  const open = new Map<string, { amount: number; home: number }>()
  const as_bank = new Map<string, number>()
  let allocated = 0
  for (const entry of ledger) {
    const { id, amount, home_amount, home_gain, rate, reverses_transaction_id, reference } = entry
    const key = entry.invoice_id ? `invoice ${entry.invoice_id}` : `contact ${entry.contact_id} ${entry.currency}`
    const of = open.get(key) ?? { amount: 0, home: 0 }
    open.set(key, of)
    const [after, moved] = [of.amount + amount, home_gain - home_amount]
    const reversed = ledger.find((one) => one.id === reverses_transaction_id)
    const way = /^(\d+) (at|as) ([\d.]+)$/.exec(reference)
    if (entry.currency === 'NZD') expect([home_amount, home_gain], `entry ${id}`).toEqual([amount, 0])
    else if (reversed) {
      expect([home_amount + reversed.home_amount, home_gain + reversed.home_gain], `entry ${id}`).toEqual([0, 0])
    } else {
      if (after === 0) expect(home_amount, `the last of ${key}`).toBe(0 - of.home)
      else if (rate) expect(of.home + home_amount, `${key} at its rate`).toBe(atRate(after, rate))
      else if (amount > 0) {
        const exact = (of.home * after) / of.amount
        expect(Math.abs(of.home + home_amount - exact), `${key} at its average`).toBeLessThan(0.5001)
      }
      if (way?.[2] === 'at' && Number(way[3]) !== Number(rate)) {
        expect(moved, `entry ${id} at ${way[3]}`).toBe(atRate(-amount, way[3]!))
      } else if (way?.[2] === 'as') as_bank.set(reference, (as_bank.get(reference) ?? 0) + moved)
      else if (entry.kind === 'adjustment') allocated += moved
      else if (rate) expect(home_gain, `entry ${id} without a rate`).toBe(0)
    }
    of.amount = after
    of.home += home_amount
  }
  for (const { amount, home } of open.values()) if (amount === 0) expect(home).toBe(0)
  for (const [reference, moved] of as_bank) expect(Math.abs(moved), reference).toBe(Number(reference.split(' ')[2]))
  // What one side of an allocation gives, the other has received.
  expect(allocated).toBe(0)
  expect(ledger.some(({ home_gain }) => home_gain !== 0)).toBe(true)
}

const report = async (name: string, days: object, basis = 'invoice') =>
  (await shop.administrator.client.call('GET', 'invoicing/report', { report: name, basis, ...days } as never)).data
/** What was sold with tax, and the tax. */
async function gst(days: object, basis = 'invoice') {
  const boxes = new Map((await report('gst', days, basis)).rows.map((row: Box) => [row.box, row.amount]))
  return { gross: boxes.get('5') as number, tax: boxes.get('10') as number }
}
const sumOf = (entries: Entry[], key: 'amount' | 'home_amount' | 'home_gain' | 'tax' = 'home_amount') =>
  entries.reduce((s, entry) => s + entry[key], 0)

async function compareWhole(ledger: Entry[], contacts: number[]) {
  const days = { from: '2020-01-01', until: '2099-12-31' }
  const invoiced_in = (await report('income_by_product', days)).total.gross
  expect(invoiced_in).toBe(sumOf(ledger.filter(({ is_document }) => is_document)))
  const paid_in = (await report('income_by_product', days, 'cash')).total.gross
  // What is owed is what was invoiced less what was paid for it; credit on account stands apart.
  expect(invoiced_in - paid_in).toBe(sumOf(ledger.filter(({ invoice_id }) => invoice_id !== null)))
  for (const contact_id of contacts) {
    const { balance } = (await shop.administrator.client.read('invoicing/contact', contact_id)).data
    const own = ledger.filter((one) => one.contact_id === contact_id && one.currency === 'NZD')
    expect(balance).toBe(sumOf(own))
  }
}

/** Aged debtors, statements and both GST returns at the end of a day, which parts the whole into two. */
async function compareAt(ledger: Entry[], day: string, contacts: number[]) {
  const [before, after] = [
    { from: '2020-01-01', until: day },
    { from: shift(day, 1), until: '2099-12-31' },
  ]
  const until = ledger.filter((entry) => entry.day <= day)
  expect((await report('aged_debtors', before)).total.total, `debtors at ${day}`).toBe(sumOf(until))
  for (const contact_id of contacts) {
    for (const currency of ['NZD', 'USD']) {
      const query = { contact_id, currency, ...before }
      const { data } = await shop.administrator.client.call('GET', 'invoicing/statement', query)
      const own = until.filter((one) => one.contact_id === contact_id && one.currency === currency)
      expect(data.total.balance).toBe(sumOf(own, 'amount'))
    }
  }
  for (const [part, days] of [
    [until, before],
    [ledger.filter((entry) => entry.day > day), after],
  ] as const) {
    const documents = part.filter(({ is_document }) => is_document)
    const expected = { gross: sumOf(documents), tax: sumOf(documents, 'tax') }
    expect(await gst(days), `GST ${days.from} to ${days.until}`).toEqual(expected)
    expect((await report('currency_gains', days)).total.gain).toBe(sumOf(part, 'home_gain'))
    const { debit, credit } = (await report('trial_figures', days)).total
    expect(debit, `figures ${days.from} to ${days.until}`).toBe(credit)
  }
  // Of money, what each payment has of tax is rounded so that nothing is lost between two returns.
  const whole = await gst({ from: before.from, until: after.until }, 'cash')
  const [first, second] = [await gst(before, 'cash'), await gst(after, 'cash')]
  expect({ gross: first.gross + second.gross, tax: first.tax + second.tax }, `cash at ${day}`).toEqual(whole)
}

type Listed = {
  id: number
  currency: string
  home_amount: number
  home_gain: number
  reference: string
  invoice_id: number | null
  contact_id: number
  kind: string
  amount: number
  at: string
  reverses_transaction_id: number | null
}
type Entry = Listed & { rate: string | null; day: string; is_document: boolean; tax: number }
type Document = { id: number; issued_on: string; tax: number; exchange_rate: string | null }
type Box = { box: string; amount: number }
