import { describe, expect, it } from 'vitest'
import { computeDocument } from '../../money/document.ts'
import { differenceOf, type PushedDocument, toXeroAmount, toXeroDocument } from './documents.ts'
import { itemOf, rateOf, taxTypeOf, themeOf } from './matches.ts'

/** More with `INVOICES`, as in the tests of the ledger. */
const COUNT = Number(process.env.INVOICES ?? 500)

type Line = { quantity: string; unit_price: string; discount: string; tax_rate: string }
const documentOf = (
  type: 'invoice' | 'credit_note',
  amounts_are: PushedDocument['amounts_are'],
  lines: Line[],
): PushedDocument => {
  const computed = computeDocument({ amounts_are, digits: 2, lines })
  const common = { item: null, description: 'Fee', account_code: '200', tax_type: 'OUTPUT2' }
  return {
    type,
    number: 'INV-0001',
    contact_external_id: 'c',
    amounts_are,
    currency: 'NZD',
    digits: 2,
    reference: '',
    issued_on: '2026-11-20',
    due_on: '2026-12-04',
    url: 'https://example.com',
    branding_theme: null,
    exchange_rate: null,
    tax: computed.tax,
    gross: computed.gross,
    lines: lines.map((line, i) => ({ ...line, ...common, ...computed.lines[i]! })),
  }
}

/** Xero's own computation of a line, in integers: quantity × price × (1 − discount), half away from zero. */
function lineTotal(line: Record<string, string | number>): number {
  const scaled = (value: string | number | undefined) => BigInt(Math.round(Number(value ?? 0) * 10_000))
  const product = scaled(line.Quantity) * scaled(line.UnitAmount) * (1_000_000n - scaled(line.DiscountRate))
  const [sign, size] = product < 0n ? [-1, -product] : [1, product]
  return sign * Number((size * 2n + 10n ** 12n) / (2n * 10n ** 12n)) || 0
}

describe('what Xero is sent', () => {
  it(`agrees to the cent with the books, in ${COUNT} random documents`, () => {
    let seed = 7
    const random = (most: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % most
    }
    for (let i = 0; i < COUNT; i++) {
      const amounts_are = (['exclusive', 'inclusive', 'no_tax'] as const)[random(3)]!
      const type = random(2) === 0 ? ('invoice' as const) : ('credit_note' as const)
      const lines = Array.from({ length: 1 + random(5) }, () => ({
        quantity: (random(40_000) / 10_000).toFixed(4),
        unit_price: (random(3_000_000) / 10_000).toFixed(4),
        discount: random(3) === 0 ? (random(1_000_000) / 10_000).toFixed(4) : '0',
        tax_rate: amounts_are === 'no_tax' ? '0' : ['15', '0', '12.5'][random(3)]!,
      }))
      // Something is taken off the last line, as a line of its own.
      if (random(3) === 0) {
        const last = lines.at(-1)!
        const quantity = (Math.floor((Number(last.quantity) * random(10_000)) / 10) / 1000 / 10).toFixed(4)
        lines.push({ ...last, quantity, unit_price: `-${last.unit_price}` })
      }
      const document = documentOf(type, amounts_are, lines)
      const sent = toXeroDocument(document)
      const cents = (value: unknown) => Math.round(Number(value) * 100)
      const [sub, tax] = [
        sent.LineItems.reduce((sum, { LineAmount }) => sum + cents(LineAmount), 0),
        sent.LineItems.reduce((sum, { TaxAmount }) => sum + cents(TaxAmount), 0),
      ]
      expect(sent.LineItems.map(lineTotal)).toEqual(sent.LineItems.map(({ LineAmount }) => cents(LineAmount)))
      expect([amounts_are === 'inclusive' ? sub : sub + tax, tax]).toEqual([document.gross, document.tax])
      const answer = { Total: document.gross / 100, TotalTax: document.tax / 100 }
      expect(differenceOf(document, answer)).toBe(null)
    }
  })

  it.each([
    ['100', 1, 0, undefined],
    ['100.0000', 1, 0, undefined],
    ['33.3333', 1, 153.33, undefined],
    ['12.5000', 2, 115, 12.5],
  ])('a discount of %s %% is %d × %d', (discount, quantity, price, rate) => {
    const lines = [{ quantity: '2', unit_price: '115', discount, tax_rate: '15' }]
    const [line] = toXeroDocument(documentOf('invoice', 'inclusive', lines)).LineItems
    expect([line!.Quantity, line!.UnitAmount, line!.DiscountRate]).toEqual([quantity, price, rate])
  })

  it('says where Xero has computed other totals', () => {
    const document = documentOf('invoice', 'inclusive', [
      { quantity: '1', unit_price: '100', discount: '0', tax_rate: '15' },
    ])
    expect(document.tax).toBe(1304)
    expect(differenceOf(document, { Total: 100, TotalTax: 13.05 })).toContain('13.05')
  })
})

it.each([
  [11500, 2, 115],
  [1, 2, 0.01],
  [115, 0, 115],
  [1230, 3, 1.23],
  [999_999_999_999, 2, 9_999_999_999.99],
])('%i minor units of %i digits are %d', (minor, digits, amount) => {
  expect(toXeroAmount(minor, digits)).toBe(amount)
})

it('refuses amounts that two decimals cannot hold', () => {
  expect(() => toXeroAmount(1234, 3)).toThrow('two decimals')
})

describe('the tax type of a line', () => {
  const types = [
    { TaxType: 'OUTPUT2', Name: '15% GST on Income', EffectiveRate: 15, Status: 'ACTIVE', CanApplyToRevenue: true },
    { TaxType: 'INPUT2', Name: 'GST', EffectiveRate: 15, Status: 'ACTIVE', CanApplyToRevenue: false },
    { TaxType: 'TAX001', Name: 'Special', EffectiveRate: 15, Status: 'ACTIVE', CanApplyToRevenue: true },
    { TaxType: 'ZERO', Name: 'Zero rated', EffectiveRate: 0, Status: 'ARCHIVED' },
  ]
  it.each([
    [{ tax_code: 'tax001', tax_name: '', tax_rate: '15.0000' }, 'TAX001'],
    [{ tax_code: '', tax_name: 'special', tax_rate: '15.0000' }, 'TAX001'],
    [{ tax_code: 'GST', tax_name: 'GST', tax_rate: '15.0000' }, 'OUTPUT2'],
  ])('of %j is %s', (line, type) => {
    expect(taxTypeOf(types, line)).toBe(type)
  })

  it('is missing where no usable rate is the same', () => {
    expect(() => taxTypeOf(types, { tax_code: 'ZERO', tax_name: '', tax_rate: '0' })).toThrow('0 %')
  })
})

describe('of the books at Xero', () => {
  const items = [
    { Code: 'FEE', Name: 'Fee', IsSold: true },
    { Code: 'Book', IsSold: true, IsTrackedAsInventory: true },
    { Code: 'BOUGHT', IsSold: false },
  ]
  it.each([
    ['FEE', { code: 'FEE', is_tracked: false }],
    ['book', { code: 'Book', is_tracked: true }],
    ['BOUGHT', null],
    ['OTHER', null],
    ['', null],
  ])('the item %j is %j', (code, item) => expect(itemOf(items, code)).toEqual(item))

  it.each([
    ['gala', 'g-1'],
    ['Standard', 's-1'],
    ['Other', null],
  ])('the theme %j is %j', (name, id) => {
    const themes = [
      { BrandingThemeID: 's-1', Name: 'Standard' },
      { BrandingThemeID: 'g-1', Name: 'Gala' },
    ]
    expect(themeOf(themes, name)).toBe(id)
  })

  it.each([
    ['USD', 'NZD', 'NZD', '0.610000'],
    ['NZD', 'NZD', 'NZD', null],
    ['USD', 'NZD', 'AUD', null],
    ['AUD', 'NZD', 'AUD', null],
  ])('the rate of %s, where our books are in %s and theirs in %s, is %j', (currency, own_currency, theirs, rate) => {
    const row = { exchange_rate: '0.610000', currency, own_currency }
    expect(rateOf([{ BaseCurrency: theirs }], row)).toBe(rate)
  })
})

describe('a document', () => {
  const lines = [{ quantity: '2', unit_price: '10', discount: '0', tax_rate: '15' }]
  const sent = (type: 'invoice' | 'credit_note', more: Partial<PushedDocument>) =>
    toXeroDocument({ ...documentOf(type, 'exclusive', lines), ...more })

  it.each(['invoice', 'credit_note'] as const)('of the kind %s has its rate, theme and items', (type) => {
    const document = documentOf(type, 'exclusive', lines)
    const items = document.lines.map((line) => ({ ...line, item: { code: 'FEE', is_tracked: true } }))
    const named = { currency: 'USD', exchange_rate: '0.610000', branding_theme: 'g-1', lines: items }
    const { CurrencyRate, BrandingThemeID, LineItems } = sent(type, named)
    expect([CurrencyRate, BrandingThemeID, LineItems[0]!.ItemCode]).toEqual([0.61, 'g-1', 'FEE'])
    const plain = sent(type, {})
    expect(Object.keys(plain)).not.toContain('CurrencyRate')
    expect(Object.keys(plain)).not.toContain('BrandingThemeID')
    expect(Object.keys(plain.LineItems[0]!)).not.toContain('ItemCode')
  })

  it.each([
    ['0.000001', 0.000001],
    ['12345678901.100000', 12345678901.1],
    ['1.000000', 1],
  ])('is sent the rate %s exactly', (exchange_rate, rate) => {
    expect(sent('invoice', { exchange_rate }).CurrencyRate).toBe(rate)
  })

  it('refuses a rate that a JSON number cannot hold', () => {
    expect(() => sent('invoice', { exchange_rate: '12345678901.123456' })).toThrow('cannot hold')
  })

  it('takes something off as a line of its own, that brings nothing back to a stock', () => {
    const off = (discount: string) => {
      const { lines } = documentOf('invoice', 'exclusive', [
        { quantity: '2', unit_price: '10', discount: '0', tax_rate: '15' },
        { quantity: '2', unit_price: '-5', discount, tax_rate: '15' },
      ])
      const item = { code: 'BOOK', is_tracked: true }
      const { Quantity, UnitAmount, LineAmount, TaxAmount, ItemCode } = sent('invoice', {
        lines: lines.map((line) => ({ ...line, item })),
      }).LineItems[1]!
      return [Quantity, UnitAmount, LineAmount, TaxAmount, ItemCode]
    }
    expect(off('0')).toEqual([2, -5, -10, -1.5, undefined])
    expect(off('50')).toEqual([1, -5, -5, -0.75, undefined])
  })

  it('does not take a folded line from a stock', () => {
    const folded = (is_tracked: boolean) => {
      const { lines } = documentOf('invoice', 'exclusive', [
        { quantity: '3', unit_price: '10', discount: '100', tax_rate: '0' },
      ])
      return sent('invoice', { lines: lines.map((line) => ({ ...line, item: { code: 'BOOK', is_tracked } })) })
    }
    expect([folded(true), folded(false)].map(({ LineItems }) => LineItems[0]!.ItemCode)).toEqual([undefined, 'BOOK'])
  })
})
