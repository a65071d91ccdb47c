import { beforeAll, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { makeShop, type Shop } from '../../seeds/billing.ts'
import { sharedNetwork } from '../../shared_network.ts'

/**
 * Stories of a treasurer, each with a contact and a quarter of its own, whose figures were worked out by hand: what the
 * GST return has by invoices and by payments in each month, and what is owed at the end of a day.
 */
let network: Network
let shop: Shop
const rates: Record<string, number> = {}
beforeAll(async () => {
  network = await sharedNetwork()
  shop = await makeShop(network, 'stories')
  const { client } = shop.administrator
  const reverse = { code: 'RC', name: 'Reverse charge', type: 'reverse_charge', rate: '0' }
  await client.create('taxrate', reverse as never)
  const { data } = await client.list('taxrate', {})
  for (const { code, id } of data) rates[code] = id
})

type LineOf = string | { price: string; tax?: string; off?: string; times?: string }
type Step =
  | { invoice: string; on: string; due?: string; lines: LineOf[]; are?: 'exclusive' | 'inclusive' | 'no_tax' }
  | { note: string; of: string; on: string; lines: LineOf[] }
  | { pay: string; amount: number; on: string; rest?: boolean }
  | { refund: string; amount: number; on: string }
  | { write_off: string; amount: number; on: string }
  | { receive: number; on: string }
/** Of a month: boxes of the return. Of a day: what the contact owes. */
type Expected =
  | { month: string; basis: 'invoice' | 'cash'; boxes: Record<string, number> }
  | { day: string; aged: object }
type Story = [name: string, steps: Step[], expected: Expected[]]

const many = (price: string) => Array.from({ length: 33 }, () => price)
const of = (month: string, basis: 'invoice' | 'cash', boxes: Record<string, number>): Expected => ({
  month,
  basis,
  boxes,
})
const nothing = { 5: 0, 10: 0, 13: 0 }
const owed = (day: string, aged: object): Expected => ({ day, aged })

const stories: Story[] = [
  [
    '33 lines of 0.10 without tax have two cents each',
    [{ invoice: 'a', on: '1-10', lines: many('0.10') }],
    [of('1', 'invoice', { 5: 396, 8: 52, 9: 14, 10: 66 }), of('1', 'cash', nothing)],
  ],
  [
    '33 lines of 0.33 with tax have four cents each',
    [{ invoice: 'a', on: '1-10', are: 'inclusive', lines: many('0.33') }],
    [of('1', 'invoice', { 5: 1089, 8: 142, 9: -10, 10: 132 })],
  ],
  [
    'three payments of a third',
    [
      { invoice: 'a', on: '1-10', are: 'inclusive', lines: ['100'] },
      { pay: 'a', amount: 3333, on: '1-31' },
      { pay: 'a', amount: 3333, on: '2-01' },
      { pay: 'a', amount: 3334, on: '3-30' },
    ],
    [
      of('1', 'cash', { 5: 3333, 10: 435 }),
      of('2', 'cash', { 5: 3333, 10: 434 }),
      of('3', 'cash', { 5: 3334, 10: 435 }),
      of('1', 'invoice', { 5: 10_000, 10: 1304 }),
      owed('1-31', { total: 6667 }),
      owed('2-01', { total: 3334 }),
      owed('3-30', undefined as never),
    ],
  ],
  [
    'a part is credited a month later, the rest is paid: the invoice has that part less from then on',
    [
      { invoice: 'a', on: '1-10', due: '1-20', are: 'inclusive', lines: ['115'] },
      { note: 'n', of: 'a', on: '2-10', lines: ['46'] },
      { pay: 'a', amount: 6900, on: '3-10' },
    ],
    [
      of('1', 'invoice', { 5: 11_500, 10: 1500 }),
      of('2', 'invoice', { 5: -4600, 10: -600 }),
      of('2', 'cash', nothing),
      of('3', 'cash', { 5: 6900, 10: 900 }),
      of('3', 'invoice', nothing),
      owed('2-09', { days_1_30: 11_500, total: 11_500 }),
      owed('2-10', { days_1_30: 6900, credit: 0, total: 6900 }),
      owed('3-09', { days_31_60: 6900, credit: 0, total: 6900 }),
    ],
  ],
  [
    'what is paid is credited as a whole, and half of that refunded',
    [
      { invoice: 'a', on: '1-10', are: 'inclusive', lines: ['115'] },
      { pay: 'a', amount: 11_500, on: '1-20' },
      { note: 'n', of: 'a', on: '2-10', lines: ['115'] },
      { refund: 'n', amount: 5750, on: '3-10' },
    ],
    [
      of('1', 'cash', { 5: 11_500, 10: 1500 }),
      of('2', 'invoice', { 5: -11_500, 10: -1500 }),
      of('2', 'cash', nothing),
      of('3', 'cash', { 5: -5750, 10: -750 }),
      owed('2-10', { credit: -11_500, total: -11_500 }),
      owed('3-10', { credit: -5750, total: -5750 }),
    ],
  ],
  [
    'a discount per cent, with three of a kind',
    [{ invoice: 'a', on: '1-10', lines: [{ price: '19.99', times: '3', off: '12.5' }] }],
    [of('1', 'invoice', { 5: 6034, 8: 787, 9: 0, 10: 787 })],
  ],
  [
    'a fixed discount with the tax of what it is off',
    [
      { invoice: 'a', on: '1-10', lines: ['100', '-20'] },
      { pay: 'a', amount: 4600, on: '2-10' },
    ],
    [of('1', 'invoice', { 5: 9200, 10: 1200 }), of('2', 'cash', { 5: 4600, 10: 600 })],
  ],
  [
    'zero-rated, exempt and outside of GST on one invoice, half of it paid',
    [
      { invoice: 'a', on: '1-10', lines: ['100', ...['ZERO', 'EXEMPT', 'NONE'].map((tax) => ({ price: '100', tax }))] },
      { pay: 'a', amount: 21_500, on: '2-10' },
      { pay: 'a', amount: 20_000, on: '3-10' },
    ],
    [
      of('1', 'invoice', { 5: 21_500, 6: 10_000, 7: 11_500, 8: 1500, 9: 0, 10: 1500 }),
      of('2', 'cash', { 5: 11_139, 6: 5181, 10: 777 }),
      of('3', 'cash', { 5: 10_361, 6: 4819, 10: 723 }),
    ],
  ],
  [
    'reverse charge is no sale of the return',
    [{ invoice: 'a', on: '1-10', lines: [{ price: '100', tax: 'RC' }] }],
    [of('1', 'invoice', nothing), owed('1-10', { current: 10_000, total: 10_000 })],
  ],
  ['amounts without tax', [{ invoice: 'a', on: '1-10', are: 'no_tax', lines: ['100'] }], [of('1', 'invoice', nothing)]],
  [
    'what was paid too much is used for the next invoice',
    [
      { invoice: 'a', on: '1-10', are: 'inclusive', lines: ['115'] },
      { pay: 'a', amount: 15_000, on: '1-20', rest: true },
      { invoice: 'b', on: '2-10', are: 'inclusive', lines: ['115'] },
      { pay: 'b', amount: 8000, on: '3-10' },
    ],
    [
      of('1', 'cash', { 5: 11_500, 10: 1500 }),
      of('2', 'cash', { 5: 3500, 10: 457 }),
      of('3', 'cash', { 5: 8000, 10: 1043 }),
      owed('1-31', { credit: -3500, total: -3500 }),
      owed('2-10', { current: 8000, credit: 0, total: 8000 }),
    ],
  ],
  [
    'paid ahead, invoiced a month later',
    [
      { receive: 23_000, on: '1-20' },
      { invoice: 'a', on: '2-10', are: 'inclusive', lines: ['115'] },
    ],
    [
      of('1', 'cash', nothing),
      of('2', 'cash', { 5: 11_500, 10: 1500 }),
      owed('2-28', { credit: -11_500, total: -11_500 }),
    ],
  ],
  [
    'refunded in part',
    [
      { invoice: 'a', on: '1-10', due: '1-10', are: 'inclusive', lines: ['115'] },
      { pay: 'a', amount: 11_500, on: '1-20' },
      { refund: 'a', amount: 2300, on: '2-20' },
    ],
    [
      of('2', 'cash', { 5: -2300, 10: -300 }),
      of('2', 'invoice', nothing),
      owed('2-20', { days_31_60: 2300, total: 2300 }),
    ],
  ],
  [
    'written off after a part was paid',
    [
      { invoice: 'a', on: '1-10', are: 'inclusive', lines: ['115'] },
      { pay: 'a', amount: 4600, on: '1-20' },
      { write_off: 'a', amount: 6900, on: '2-20' },
    ],
    [
      of('1', 'cash', { 5: 4600, 10: 600 }),
      of('2', 'cash', nothing),
      of('2', 'invoice', { 5: 0, 10: 0, 13: 900, 15: -900 }),
      owed('2-20', undefined as never),
    ],
  ],
  [
    'ages by the day that it was due',
    [{ invoice: 'a', on: '1-01', due: '1-10', lines: ['100'] }],
    [
      owed('1-10', { current: 11_500 }),
      owed('1-11', { current: 0, days_1_30: 11_500 }),
      owed('2-09', { days_1_30: 11_500 }),
      owed('2-10', { days_1_30: 0, days_31_60: 11_500 }),
    ],
  ],
  [
    'a last payment at midnight of the month',
    [
      { invoice: 'a', on: '1-01', lines: ['100'] },
      { pay: 'a', amount: 100, on: '1-31T23:59' },
      { pay: 'a', amount: 200, on: '2-01T00:00' },
    ],
    [of('1', 'cash', { 5: 100, 10: 13 }), of('2', 'cash', { 5: 200, 10: 26 })],
  ],
]

/** The quarter of a story: what is `1-10` of the second is 10 April. */
function dayIn(index: number, text: string): string {
  const [month, date] = [Number(text.slice(0, 1)), text.slice(2, 4)]
  const of = index * 3 + month - 1
  return `${2013 + Math.floor(of / 12)}-${String((of % 12) + 1).padStart(2, '0')}-${date}`
}
/** Noon in Auckland, or a time there. */
function timeIn(index: number, text: string): string {
  const local = `${dayIn(index, text)}T${text.slice(5) || '12:00'}:00`
  const offset = new Intl.DateTimeFormat('en', { timeZone: 'Pacific/Auckland', timeZoneName: 'longOffset' })
    .formatToParts(new Date(`${local}Z`))
    .find(({ type }) => type === 'timeZoneName')!.value
  return new Date(`${local}${offset.slice(3)}`).toISOString()
}

it.each(stories.map((story, i) => [story[0], i, story] as const))(
  '%s',
  async (_name, index, [name, steps, expected]) => {
    const { client } = shop.administrator
    const call = async (method: 'POST' | 'PUT', path: string, body: object) =>
      (await client.call(method, path as never, body as never)).data as { id: number }
    const ids: Record<string, number> = {}
    const contact = { name: `Story ${index}`, tax_number: '49-091-850' }
    const contact_id = (await client.create('invoicing/contact', contact as never)).data.id
    const linesOf = (lines: LineOf[]) =>
      lines.map((line) => {
        const { price, tax = 'GST', off, times } = typeof line === 'string' ? { price: line } : line
        const more = { ...(off && { discount: off }), ...(times && { quantity: times }) }
        return { description: name, unit_price: price, tax_rate_id: rates[tax], ...more }
      })
    for (const step of steps) {
      const day = dayIn(index, step.on)
      const at = timeIn(index, step.on)
      if ('invoice' in step) {
        const due_on = dayIn(index, step.due ?? step.on)
        const body = {
          contact_id,
          issued_on: day,
          due_on,
          amounts_are: step.are ?? 'exclusive',
          lines: linesOf(step.lines),
        }
        ids[step.invoice] = (await call('POST', 'invoicing/invoices', { ...body, authorise: true })).id
      } else if ('note' in step) {
        const body = { contact_id, type: 'credit_note', credits_invoice_id: ids[step.of], issued_on: day, due_on: day }
        const note = { ...body, amounts_are: 'inclusive', lines: linesOf(step.lines) }
        ids[step.note] = (await call('POST', 'invoicing/invoices', { ...note, authorise: true })).id
      } else if ('pay' in step) {
        const body = { id: ids[step.pay], amount: step.amount, at, ...(step.rest && { credit_rest: true }) }
        await call('POST', 'invoice/pay', body)
      } else if ('refund' in step)
        await call('POST', 'invoice/refund', { id: ids[step.refund], amount: step.amount, at })
      else if ('receive' in step)
        await call('POST', 'invoicing/contact/receive', { id: contact_id, amount: step.receive, at })
      else
        await call('PUT', 'transaction', { invoice_id: ids[step.write_off], kind: 'writeoff', amount: step.amount, at })
    }
    for (const one of expected) {
      const until = 'day' in one ? dayIn(index, one.day) : lastOf(dayIn(index, `${one.month}-01`))
      const period = 'day' in one ? { until } : { from: dayIn(index, `${one.month}-01`), until, basis: one.basis }
      const report = 'day' in one ? 'aged_debtors' : 'gst'
      const { data } = await client.call('GET', 'invoicing/report', { report, ...period } as never)
      const rows = data.rows as Record<string, unknown>[]
      if ('day' in one) {
        const row = rows.find((row) => row.name === contact.name)
        if (one.aged) expect(row, one.day).toMatchObject(one.aged)
        else expect(row, one.day).toBeUndefined()
      } else {
        const boxes = Object.fromEntries(rows.map(({ box, amount }) => [box, amount]))
        expect(boxes, `${one.month} ${one.basis}`).toMatchObject(one.boxes)
      }
    }
  },
)

const lastOf = (first: string) => {
  const [year, month] = first.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
