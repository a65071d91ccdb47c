import { describe, expect, it } from 'vitest'
import { matcherOf, type OpenDocument } from './match.ts'

const document = (id: number, name: string, open: number, more: Partial<OpenDocument> = {}): OpenDocument => ({
  id,
  type: 'invoice',
  document_number: `INV-00${id}`,
  contact_id: id,
  contact_names: [name],
  currency: 'NZD',
  open,
  ...more,
})
const open = [
  document(41, 'Aroha Ngata', 5000),
  document(42, 'Hemi Parata', 11_500),
  document(43, 'Whare Ltd', 5000, { contact_id: 7 }),
  document(44, 'Whare Ltd', 2500, { contact_id: 7 }),
  document(45, 'Late Payer', 0),
  document(46, 'Whare Ltd', 3000, { type: 'credit_note', document_number: 'CN-0046', contact_id: 7 }),
]
const line = (amount: number, words: string) => ({ amount, currency: 'NZD', name: words, reference: '', details: '' })
const best = (amount: number, words: string) => {
  const [match] = matcherOf(open)(line(amount, words))
  return match && [match.confidence, match.reasons, match.parts.map((part) => [part.invoice_id, part.amount])]
}

it.each([
  ['number and amount', 11_500, 'inv 0042 thanks', [99, ['reference', 'amount'], [[42, 11_500]]]],
  ['figures of the number', 11_500, 'payment 0042', [99, ['reference', 'amount'], [[42, 11_500]]]],
  ['a part of it', 4000, 'INV-0042', [85, ['reference'], [[42, 4000]]]],
  [
    'more than it, of which the rest is credit',
    12_000,
    'INV-0042 Hemi Parata',
    [
      90,
      ['reference', 'name'],
      [
        [42, 11_500],
        [null, 500],
      ],
    ],
  ],
  ['name in another order and amount', 5000, 'NGATA  AROHA', [88, ['amount', 'name'], [[41, 5000]]]],
  [
    'all that a contact has open',
    7500,
    'Whare',
    [
      82,
      ['amount', 'name'],
      [
        [43, 5000],
        [44, 2500],
      ],
    ],
  ],
  [
    'two numbers',
    7500,
    'INV-0043 INV-0044',
    [
      97,
      ['reference', 'amount'],
      [
        [43, 5000],
        [44, 2500],
      ],
    ],
  ],
  ['a late one', 6000, 'INV0045', [80, ['reference'], [[45, 6000]]]],
  ['a refund', -3000, 'CN-0046', [99, ['reference', 'amount'], [[46, 3000]]]],
])('by %s', (_name, amount, words, expected) => {
  expect(best(amount, words)).toEqual(expected)
})

it('an amount alone is only a hint, and nothing is nothing', () => {
  expect(best(11_500, 'transfer')?.[0]).toBe(45)
  expect(best(5000, 'transfer')?.[0]).toBe(25)
  expect(best(1, 'coffee')).toBeUndefined()
  // A longer number is another one.
  expect(best(4000, 'INV-00421')).toBeUndefined()
  expect(matcherOf(open)({ ...line(11_500, 'INV-0042'), currency: 'AUD' })).toEqual([])
})

it('an amount and a name are sure only while one document has both', () => {
  const twice = [document(51, 'Aroha Ngata', 5000), document(52, 'Aroha Ngata', 5000)]
  expect(matcherOf(twice)(line(5000, 'Aroha Ngata')).map(({ confidence }) => confidence)).toEqual([60, 60])
  const namesakes = [document(51, 'Aroha Ngata', 5000), document(52, 'Hemi', 5000, { contact_id: 51 })]
  expect(matcherOf(namesakes)(line(5000, 'Aroha Ngata'))[0]!.confidence).toBe(60)
})

it('takes figures that numbers of two years share for neither of them', () => {
  const years = [2026, 2027].map((year, i) =>
    document(i + 1, `Payer ${year}`, 5000, { document_number: `INV-${year}-0007` }),
  )
  const [shared] = matcherOf(years)(line(5000, 'thanks 0007'))
  expect(shared!.reasons).toEqual(['amount'])
  const [named] = matcherOf(years)(line(5000, 'inv 2027 0007'))
  expect([named!.confidence, named!.parts[0]!.invoice_id]).toEqual([99, 2])
})

it('shares a line out among the documents in another currency that it names, as their rates are', () => {
  const places = { currency: 'NZD', digits: 2, home_digits: 2 }
  const two = [
    document(71, 'Kiri Tane', 3000, { contact_id: 7, currency: 'USD', home: { ...places, rate: '0.5' } }),
    document(72, 'Kiri Tane', 2000, { contact_id: 7, currency: 'USD', home: { ...places, rate: '0.4' } }),
  ]
  const [both, ...others] = matcherOf(two)(line(10_780, 'INV-0071 INV-0072'))
  expect([both!.confidence, both!.reasons]).toEqual([90, ['reference', 'rate']])
  expect(both!.parts.map(({ invoice_id, document_amount, amount }) => [invoice_id, document_amount, amount])).toEqual([
    [71, 3000, 5880],
    [72, 2000, 4900],
  ])
  expect(others.every(({ confidence }) => confidence < 80)).toBe(true)
  expect(matcherOf(two)(line(12_000, 'INV-0071 INV-0072')).every(({ parts }) => parts.length === 1)).toBe(true)
})

describe('a document in another currency', () => {
  const usd = { currency: 'USD', home: { currency: 'NZD', rate: '0.5', digits: 2, home_digits: 2 } }
  const abroad = [
    document(61, 'Kiri Tane', 10_000, usd),
    document(62, 'Two Parts', 10_000, { ...usd, payable: 4000 }),
    document(63, 'Kiri Tane', 5000, { ...usd, type: 'credit_note', document_number: 'CN-0063' }),
    document(64, 'Lapsed Payer', 0, usd),
    document(65, 'Unrated', 10_000, { currency: 'USD', home: null }),
  ]
  const first = (amount: number, words: string) => {
    const [match] = matcherOf([...open, ...abroad])(line(amount, words))
    return (
      match && [match.confidence, match.reasons.join(), match.parts[0]!.invoice_id, match.parts[0]!.document_amount]
    )
  }

  it.each([
    ['number, and the amount at its rate', 20_000, 'INV-0061', [92, 'reference,rate', 61, 10_000]],
    ['number, and 6 % less', 18_800, 'INV-0061', [92, 'reference,rate', 61, 10_000]],
    ['number, and more than 6 % less: a part', 18_799, 'INV-0061', [70, 'reference', 61, 9400]],
    ['number, and more than 6 % more', 21_300, 'INV-0061', [70, 'reference', 61, 10_650]],
    ['number, and what is due of it', 8100, 'INV-0062', [92, 'reference,rate', 62, 4000]],
    ['name and amount', 20_500, 'tane kiri', [70, 'rate,name', 61, 10_000]],
    ['name', 3000, 'tane kiri', [25, 'name', 61, 1500]],
    ['number of a membership that has lapsed', 3000, 'INV-0064', [70, 'reference', 64, 1500]],
    ['number of a credit note', -9900, 'CN-0063', [92, 'reference,rate', 63, 5000]],
    ['number of a credit note with more than that', -30_000, 'CN-0063', [70, 'reference', 63, 5000]],
    ['amount alone', 20_000, 'transfer', undefined],
    ['name of a membership that has lapsed', 3000, 'Lapsed Payer', undefined],
    ['number without a rate', 20_000, 'INV-0065', undefined],
  ])('by %s', (_name, amount, words, expected) => {
    expect(first(amount, words)).toEqual(expected)
  })

  it('is surely none of an account in a third one, and less sure than one in its own', () => {
    expect(matcherOf(abroad)({ ...line(20_000, 'INV-0061'), currency: 'AUD' })).toEqual([])
    const [own] = matcherOf([document(71, 'Kiri Tane', 20_000), ...abroad])(line(20_000, 'Kiri Tane'))
    expect([own!.confidence, own!.parts[0]!.invoice_id]).toEqual([88, 71])
    expect(own!.parts[0]).toMatchObject({ document_amount: null, document_currency: null })
    const twice = matcherOf([document(71, 'Kiri Tane', 10_100, usd), ...abroad])(line(20_000, 'Kiri Tane'))
    expect(twice.map(({ confidence }) => confidence)).toEqual([50, 50])
  })
})
