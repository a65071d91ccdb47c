import { expect, it } from 'vitest'
import { computeDocument } from './document.ts'
import { ageDebts, type Books, boxesAu, boxesNz, countLines, type Entry, sum, sumBy, sumTaxes } from './reports.ts'

const dayOf = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 86_400_000).toISOString().slice(0, 10)
const all = { from: dayOf(0), until: dayOf(400) }

/** A generator of repeatable numbers from 0 to below 1. */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const taxes = [
  ['standard', '15'],
  ['standard', '12.5'],
  ['zero', '0'],
  ['exempt', '0'],
  ['none', '0'],
] as const

/** Documents with payments, refunds, allocations, write-offs and voids, in any order of days. */
function makeBooks(random: () => number, count: number): Books & { issued: Record<number, [string, string | null]> } {
  const below = (n: number) => Math.floor(random() * n)
  const books: ReturnType<typeof makeBooks> = { documents: [], entries: [], issued: {} }
  for (let id = 1; id <= count; id++) {
    const kinds = Array.from({ length: 1 + below(4) }, () => taxes[below(taxes.length)]!)
    const amounts_are = (['exclusive', 'inclusive', 'no_tax'] as const)[below(3)]!
    const lines = kinds.map(([, tax_rate]) => ({ unit_price: `${below(300)}.${below(10)}${below(10)}`, tax_rate }))
    // Of some lines a part is taken off, also before them.
    if (lines[0]!.unit_price > '1' && random() < 0.3) {
      kinds.push(kinds[0]!)
      lines.push({ ...lines[0]!, unit_price: `-${below(Math.floor(Number(lines[0]!.unit_price)))}.0${below(9)}` })
      if (random() < 0.5) for (const each of [kinds, lines]) each.reverse()
    }
    const { gross, lines: amounts } = computeDocument({ amounts_are, digits: 2, lines })
    const type = (i: number) => (amounts_are === 'no_tax' ? 'none' : kinds[i]![0])
    const book_lines = amounts.map((line, i) => ({ ...line, account: `${below(3)}`, item: '', tax_type: type(i) }))
    books.documents.push({ id, gross, lines: book_lines })
    const is_note = random() < 0.25
    const sign = is_note ? -1 : 1
    const issued = below(300)
    const add = (kind: Entry['kind'], amount: number, day: number, is_allocation = false) =>
      books.entries.push({ document_id: id, day: dayOf(day), kind, amount, is_allocation })
    if (gross === 0) continue
    add(is_note ? 'credit' : 'charge', sign * gross, issued)
    books.issued[id] = [dayOf(issued), null]
    if (random() < 0.15) {
      const voided = issued + below(60)
      add(is_note ? 'credit' : 'charge', -sign * gross, voided)
      books.issued[id] = [dayOf(issued), dayOf(voided)]
      continue
    }
    let left = gross
    for (let step = below(4); step > 0 && left > 0; step--) {
      const part = 1 + below(left)
      const day = below(390)
      const kind = is_note ? 'refund' : (['payment', 'payment', 'writeoff', 'adjustment'] as const)[below(4)]!
      if (random() < 0.3) add('adjustment', -sign * part, day, true)
      else add(kind, -sign * part, day)
      // Some are reversed later.
      if (random() < 0.2) books.entries.push({ ...books.entries.at(-1)!, amount: sign * part, day: dayOf(day + 5) })
      else left -= part
    }
  }
  return books
}

const inside = (day: string, { from, until }: { from: string; until: string }) => day >= from && day <= until

it('sums random books to the ledger, at any days, on each basis', () => {
  const random = randomOf(20_261_125)
  for (let round = 0; round < 40; round++) {
    const books = makeBooks(random, 50)
    const from = Math.floor(random() * 300)
    const period = { from: dayOf(from), until: dayOf(from + Math.floor(random() * 100)) }
    const ledger = (of: (entry: Entry) => boolean) =>
      books.entries.filter((entry) => inside(entry.day, period) && of(entry)).reduce((s, { amount }) => s + amount, 0)
    const gross = (basis: 'invoice' | 'cash' | 'written_off') => sum(countLines(books, basis, period)).gross
    const is_document = ({ kind }: Entry) => kind === 'charge' || kind === 'credit'
    const is_cash = ({ kind, is_allocation }: Entry) => kind === 'payment' || kind === 'refund' || is_allocation
    expect(gross('invoice')).toBe(ledger(is_document))
    expect(gross('cash') + ledger(is_cash)).toBe(0)
    expect(gross('written_off')).toBe(ledger((entry) => !is_document(entry) && !is_cash(entry)))
    expect(gross('invoice') - gross('cash') + gross('written_off')).toBe(ledger(() => true))
    // The plain reference: the documents of the period, less those that were voided in it.
    let [tax, standard] = [0, 0]
    for (const { id, lines } of books.documents) {
      const [issued, voided] = books.issued[id] ?? ['', null]
      const times = Number(inside(issued, period)) - Number(voided !== null && inside(voided, period))
      const is_note = books.entries.some(({ document_id, kind }) => document_id === id && kind === 'credit')
      const taxed = lines.filter(({ tax_type }) => tax_type === 'standard')
      tax += times * (is_note ? -1 : 1) * taxed.reduce((s, line) => s + line.tax, 0)
      standard += times * (is_note ? -1 : 1) * taxed.reduce((s, line) => s + line.gross, 0)
    }
    const sums = sumTaxes(books, 'invoice', period)
    expect(sums.standard).toMatchObject({ tax, gross: standard })
    expect(boxesNz(sums).find(([box]) => box === '10')![2]).toBe(tax)
    expect(boxesAu(sums).find(([box]) => box === '1A')![2]).toBe(tax)
    const parts = sumBy(countLines(books, 'invoice', period), ({ account }) => account)
    expect(sum(parts)).toEqual(sum(countLines(books, 'invoice', period)))
  }
})

it('adds up periods to the longer one, and a document that is paid to its lines', () => {
  const random = randomOf(7)
  for (let round = 0; round < 20; round++) {
    const books = makeBooks(random, 40)
    const middle = Math.floor(random() * 400)
    for (const basis of ['invoice', 'cash'] as const) {
      const first = sumTaxes(books, basis, { from: all.from, until: dayOf(middle) })
      const second = sumTaxes(books, basis, { from: dayOf(middle + 1), until: all.until })
      const whole = sumTaxes(books, basis, all)
      for (const name of ['standard', 'zero', 'exempt', 'none', 'written_off'] as const) {
        expect(sum([first[name], second[name]])).toEqual(whole[name])
      }
    }
    for (const document of books.documents) {
      const of = books.entries.filter(({ document_id }) => document_id === document.id)
      const paid = of
        .filter(({ kind, is_allocation }) => is_allocation || kind === 'payment' || kind === 'refund')
        .reduce((s, { amount }) => s - amount, 0)
      const counted = sum(countLines({ documents: [document], entries: of }, 'cash', all))
      if (Math.abs(paid) !== document.gross) continue
      expect(Math.abs(counted.tax)).toBe(sum(document.lines).tax)
      expect(Math.abs(counted.net)).toBe(sum(document.lines).net)
    }
  }
})

it('ages what is open at a day, to the sum of the ledger', () => {
  const open = [
    { contact_id: 1, due_on: '2026-03-31', amount: 100 },
    { contact_id: 1, due_on: '2026-03-30', amount: 20 },
    { contact_id: 1, due_on: '2026-03-01', amount: 3 },
    { contact_id: 1, due_on: '2026-02-28', amount: 4 },
    { contact_id: 1, due_on: '2026-01-30', amount: 5 },
    { contact_id: 1, due_on: '2025-12-30', amount: 6 },
    { contact_id: 1, due_on: null, amount: -50 },
    { contact_id: 2, due_on: '2025-12-31', amount: 7 },
  ]
  expect(ageDebts(open, '2026-03-31')).toEqual([
    { contact_id: 1, current: 100, days_1_30: 23, days_31_60: 9, days_61_90: 0, over_90: 6, credit: -50, total: 88 },
    { contact_id: 2, current: 0, days_1_30: 0, days_31_60: 0, days_61_90: 7, over_90: 0, credit: 0, total: 7 },
  ])
})

it('fills the boxes of a return', () => {
  const line = { account: '200', item: '' }
  const books: Books = {
    documents: [
      { id: 1, gross: 11_500, lines: [{ net: 10_000, tax: 1500, gross: 11_500, tax_type: 'standard', ...line }] },
      { id: 2, gross: 5000, lines: [{ net: 5000, tax: 0, gross: 5000, tax_type: 'zero', ...line }] },
    ],
    entries: [
      { document_id: 1, day: '2026-02-01', kind: 'charge', amount: 11_500, is_allocation: false },
      { document_id: 2, day: '2026-02-01', kind: 'charge', amount: 5000, is_allocation: false },
      { document_id: 1, day: '2026-04-01', kind: 'payment', amount: -5750, is_allocation: false },
      { document_id: 1, day: '2026-05-01', kind: 'writeoff', amount: -5750, is_allocation: false },
    ],
  }
  const amounts = (basis: 'invoice' | 'cash', from: string, until: string) =>
    boxesNz(sumTaxes(books, basis, { from, until })).map(([box, , amount]) => `${box}: ${amount}`)
  const first = ['5: 16500', '6: 5000', '7: 11500', '8: 1500', '9: 0', '10: 1500', '13: 0', '15: 1500']
  expect(amounts('invoice', '2026-02-01', '2026-03-31')).toEqual(first)
  const second = ['5: 5750', '6: 0', '7: 5750', '8: 750', '9: 0', '10: 750', '13: 0', '15: 750']
  expect(amounts('cash', '2026-04-01', '2026-05-31')).toEqual(second)
  const none = ['5: 0', '6: 0', '7: 0', '8: 0', '9: 0', '10: 0', '13: 750', '15: -750']
  expect(amounts('invoice', '2026-04-01', '2026-05-31')).toEqual(none)
})
