import { describe, expect, it } from 'vitest'
import {
  bodyOf,
  type Config,
  computeDraft,
  type Draft,
  type DraftLine,
  newDiscount,
  newDraft,
  newLine,
  type Product,
  plain,
  withProduct,
} from './draft.ts'

const config: Config = {
  currency: 'NZD',
  amounts_are: 'exclusive',
  due_days: 14,
  account_code: '200',
  tax_rate_id: 1,
  branding_theme_id: null,
}
const rates = new Map([[1, { name: 'GST 15 %', rate: '15.0000' }]])
const lineOf = (changed: Partial<DraftLine>): DraftLine => ({ ...newLine(config), ...changed })

describe('a draft', () => {
  it('begins as the organisation has set it, and is due after its days to pay', () => {
    const draft = newDraft(config, '2026-12-25', 7)
    expect(draft).toMatchObject({ contact_id: 7, issued_on: '2026-12-25', due_on: '2027-01-08', currency: 'NZD' })
    expect(draft.lines).toMatchObject([{ quantity: '1', unit_price: '', tax_rate_id: 1, account_code: '200' }])
  })

  it.each<[string, Pick<Draft, 'amounts_are' | 'lines'>, number, object]>([
    [
      '100.00 including 15 %',
      { amounts_are: 'inclusive', lines: [lineOf({ unit_price: '100' })] },
      2,
      { net: 8696, tax: 1304, gross: 10_000 },
    ],
    [
      'three lines of 0.10 and 15 %, each rounded',
      { amounts_are: 'exclusive', lines: [1, 2, 3].map(() => lineOf({ unit_price: '0.10' })) },
      2,
      { net: 30, tax: 6, gross: 36 },
    ],
    [
      'a currency without decimals',
      { amounts_are: 'no_tax', lines: [lineOf({ quantity: '3', unit_price: '1250' })] },
      0,
      { net: 3750, tax: 0, gross: 3750 },
    ],
    [
      'what is taken off, with its tax',
      { amounts_are: 'exclusive', lines: [lineOf({ unit_price: '100' }), lineOf({ unit_price: '-20' })] },
      2,
      { net: 8000, tax: 1200, gross: 9200 },
    ],
    [
      'a discount of which only the minus is typed',
      { amounts_are: 'no_tax', lines: [lineOf({ unit_price: '1' }), newDiscount(config, 'Discount')] },
      2,
      { net: 100, tax: 0, gross: 100 },
    ],
    [
      'a line that is not yet filled in',
      { amounts_are: 'exclusive', lines: [lineOf({ quantity: '', unit_price: '' })] },
      2,
      { net: 0, tax: 0, gross: 0 },
    ],
  ])('computes %s', (_name, draft, digits, amounts) => {
    const computed = computeDraft(draft, rates, digits)
    expect(computed.amounts).toMatchObject(amounts)
    expect(computed.errors).toEqual({})
  })

  it.each([
    ['quantity', 'two'],
    ['quantity', '-1'],
    ['unit_price', '1.00005'],
    ['unit_price', '1e5'],
    ['unit_price', '--1'],
    ['discount', '101'],
  ] as const)('names a wrong %s, and computes the other lines', (name, text) => {
    const lines = [lineOf({ unit_price: '10' }), lineOf({ unit_price: '10', [name]: text })]
    const { amounts, errors } = computeDraft({ amounts_are: 'no_tax', lines }, rates, 2)
    expect(amounts).toMatchObject({ gross: 1000 })
    expect(errors).toEqual({ [`lines.1.${name}`]: true })
  })

  it('has no amounts where more is taken off than there is', () => {
    const lines = [lineOf({ unit_price: '10' }), lineOf({ unit_price: '-10.01' })]
    expect(computeDraft({ amounts_are: 'no_tax', lines }, rates, 2)).toEqual({ amounts: null, errors: { lines: true } })
  })

  it('has no amounts where they are too large', () => {
    const lines = [lineOf({ quantity: '99999999999', unit_price: '99999999999' })]
    expect(computeDraft({ amounts_are: 'no_tax', lines }, rates, 2)).toEqual({
      amounts: null,
      errors: { 'lines.0': true },
    })
  })

  it('is sent without what only the editor knows', () => {
    const { lines } = bodyOf(newDraft(config, '2026-12-25', 7))
    expect(lines).toEqual([
      {
        item_code: '',
        description: '',
        quantity: '1',
        unit_price: '0',
        discount: '0',
        account_code: '200',
        tax_rate_id: 1,
      },
    ])
  })
})

it.each([
  ['inclusive', 'exclusive', '100.00'],
  ['inclusive', 'inclusive', '115.00'],
  ['exclusive', 'inclusive', '132.25'],
  ['no_tax', 'inclusive', '115.00'],
] as const)('a product of 115.00 (%s) on an invoice (%s) has the price %s', (own, amounts_are, price) => {
  const product: Product = {
    code: 'FEE',
    name: 'Fee',
    description: '',
    unit_amount: 11_500,
    amounts_are: own,
    tax_rate: '15.0000',
    digits: 2,
    account_code: '260',
    tax_rate_id: 1,
  }
  expect(withProduct(newLine(config), product, amounts_are)).toMatchObject({
    item_code: 'FEE',
    description: 'Fee',
    unit_price: price,
    account_code: '260',
  })
})

it.each([
  ['1.0000', 0, '1'],
  ['1.5000', 0, '1.5'],
  ['1.5000', 2, '1.50'],
  ['0.1250', 2, '0.125'],
  ['20', 2, '20.00'],
])('%s with at least %d places is %s', (decimal, least, text) => expect(plain(decimal, least)).toBe(text))
