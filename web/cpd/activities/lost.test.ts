import { expect, it } from 'vitest'
import { lostOf } from './lost.ts'

const category = (id: number, code: string) => ({
  id,
  code,
  name: `${code}!`,
  unit: 'hours',
  parent_devcategory_id: null,
})
const categories = [category(1, 'EA'), category(2, 'CME'), category(3, 'AUDIT')] as never[]
const standards = [{ counted_codes: ['EA'], counted_units: [] }] as never[]

it('finds the hours that would count nowhere', () => {
  const part = (devcategory_id: number, hours: number) => ({ devcategory_id, hours })
  const lost = (parts: ReturnType<typeof part>[]) => lostOf(categories, standards, parts, 6)
  expect(lost([])).toEqual({ hours: 6, names: [] })
  expect(lost([part(1, 6)])).toBeNull()
  expect(lost([part(1, 3), part(2, 1.1), part(3, 1.9)])).toEqual({ hours: 3, names: ['CME!', 'AUDIT!'] })
  expect(lostOf([], standards, [], 6)).toBeNull()
  expect(lostOf(categories, [], [part(2, 6)], 6)).toBeNull()
})
