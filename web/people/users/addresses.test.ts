import { expect, it } from 'vitest'
import { addressesIn } from './addresses.ts'

it.each([
  ['hana@example.com', ['hana@example.com']],
  ['hana@example.com, Tama@example.com;mere@example.com', ['hana@example.com', 'Tama@example.com', 'mere@example.com']],
  ['Name,E-mail\nHana,hana@example.com\n"Tama, T.","tama@example.com"', ['hana@example.com', 'tama@example.com']],
  ['Hana <hana@example.com>, hana@EXAMPLE.com', ['hana@EXAMPLE.com']],
  ['hana@example, nobody', []],
])('the addresses in %j are %j', (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses)
})
