import type { TSchema } from 'typebox'
import { expect, it } from 'vitest'
import { mostBytes } from '#db/tables/bytes.ts'
import { resources } from '../../domains.ts'
import { largeColumns, PAGE_BYTES } from './bytes.ts'

const ROWS = 1001
const all = Object.values(resources).map((resource) => [resource.name, resource] as const)

it.each(all)('a page of %s has a limit: what is not counted fits in it', (_, resource) => {
  const counted = new Set(largeColumns(resource, ROWS))
  const columns = Object.entries(resource.row.properties as Record<string, TSchema>)
  const others = columns.filter(([name]) => !counted.has(name))
  const bytes = others.reduce((sum, [name, schema]) => sum + name.length + 4 + mostBytes(schema), 2)
  expect(ROWS * bytes).toBeLessThanOrEqual(PAGE_BYTES)
})

it('pages of two tiers are not counted, since a report has a limit', () => {
  const tiered = all.filter(([, { archived }]) => archived)
  expect(tiered.map(([name, resource]) => [name, largeColumns(resource, ROWS)])).toEqual([
    ['trackerevent', ['attributes', 'boundary_name']],
  ])
  const { attributes } = tiered[0]![1].row.properties as Record<string, TSchema>
  expect(ROWS * mostBytes(attributes!)).toBeLessThanOrEqual(PAGE_BYTES)
})
