import { expect, it } from 'vitest'
import { byCounted } from './counted.ts'

const unit = 'hours' as const
const top = { id: 1, code: 'CME', unit, parent_devcategory_id: null }
const below = { id: 2, code: 'COURSE', unit, parent_devcategory_id: 1 }
const other = { id: 3, code: 'AUDIT', unit: 'credits' as const, parent_devcategory_id: null }

it('tells categories that a standard counts, with those below them, from the others', () => {
  const cme = { counted_codes: ['CME'], counted_units: [] }
  expect(byCounted([top, below, other], [cme])).toEqual({ counted: [top, below], others: [other] })
  const credits = { counted_codes: [], counted_units: ['credits'] }
  expect(byCounted([top, other], [credits])).toEqual({ counted: [other], others: [top] })
  expect(byCounted([top, other], [cme, credits]).others).toEqual([])
  expect(byCounted([top, other], []).others).toEqual([])
})
