import { expect, it } from 'vitest'
import { pluralOf } from './client.ts'
import { resources } from './domains.ts'

it('the client has the plural of every resource', () => {
  const plurals = Object.values(resources).map(({ name }) => pluralOf(name))
  expect(plurals).toEqual(Object.values(resources).map(({ plural }) => plural))
})
