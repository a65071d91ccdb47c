import { expect, it } from 'vitest'
import { makeCountryOf } from './country.ts'

const countryOf = makeCountryOf(null)

it.each([
  ['130.216.1.1', 'NZ'],
  ['::ffff:130.216.1.1', 'NZ'],
  ['8.8.8.8', 'US'],
  ['127.0.0.1', null],
  ['10.1.2.3', null],
  ['::1', null],
  ['nonsense', null],
])('%s is in %s', (ip, country) => {
  expect(countryOf(ip)).toBe(country)
})
