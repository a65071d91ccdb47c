import { expect, it } from 'vitest'
import type { Resource } from './crud/resource.ts'
import { quotas, resources } from './domains.ts'

it('has a quota for each name that a resource counts against, with a table', () => {
  const named = Object.values<Resource>(resources).flatMap(({ quota = {} }) => Object.values(quota))
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !quotas[name]?.counts)).toEqual([])
})
