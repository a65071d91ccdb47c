import { describe, expect, it } from 'vitest'
import { countryCode } from './countries.ts'
import { wrongTaxNumber } from './tax_numbers.ts'

describe('a tax number', () => {
  it.each([
    // The examples of Inland Revenue's own description, and of the ABR's.
    ['NZ', '49-091-850'],
    ['NZ', '136-410-132'],
    ['NZ', '35901981'],
    ['NZ', 'NZ 49 091 850'],
    ['AU', '51 824 753 556'],
    ['DE', 'DE 136 695 976'],
    ['GR', 'EL123456789'],
    ['AT', 'ATU13585627'],
    ['NL', 'NL004495445B01'],
    ['US', 'anything at all'],
  ])('of %s: %s', (country, number) => expect(wrongTaxNumber(number, country)).toBeNull())

  it.each([
    ['NZ', '49-091-851', 'check digit'],
    ['NZ', '9125568', 'check digit'],
    ['NZ', '136-410-133', 'check digit'],
    ['AU', '51 824 753 557', 'check digits'],
    ['AU', '1', 'check digits'],
    ['DE', 'DE 12', 'form'],
    ['AT', '13585627', 'form'],
  ])('not of %s: %s', (country, number, why) => expect(wrongTaxNumber(number, country)).toContain(why))
})

it.each([
  ['NZ', 'NZ'],
  [' new zealand ', 'NZ'],
  ['Aotearoa', 'NZ'],
  ['Deutschland', 'DE'],
  ['España', 'ES'],
  ['Atlantis', null],
  ['', null],
  [null, null],
])('the country %s: %s', (written, code) => expect(countryCode(written)).toBe(code))
