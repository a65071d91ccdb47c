import { expect, test } from 'vitest'
import { BadFile, type FileArea } from '../../map/draw/file.ts'
import { marksOf, partsOf, rowsOf } from './rows.ts'

const ring = (corners: number) => Array.from({ length: corners }, (_, i) => [i, i])
const area = (name: string | null, corners = 3): FileArea => ({
  name,
  rule: null,
  fault: null,
  shape: { kind: 'area', polygons: [[ring(corners)]] },
})
const existing = new Set(['depot'])

test('a row is selected if it has a name of its own, and is readable and small enough', () => {
  const faulty: FileArea = { name: 'Bad', rule: null, shape: null, fault: new BadFile('position') }
  const areas = [area('North'), area('NORTH '), area(' Depot'), area(null), area('Coast', 10), faulty]
  const rows = rowsOf(areas, 10, existing)
  expect(rows.map(({ selected }) => selected)).toEqual([true, false, false, false, false, false])
  expect(marksOf(rows, existing)).toEqual([null, 'repeated', 'exists', 'unnamed', null, null])
})

test('a row that was created does not make its own name one that exists', () => {
  const [row] = rowsOf([area('North')], 10, existing)
  const created = { ...row!, result: { id: 1, message: null } }
  expect(marksOf([created], new Set(['north']))).toEqual([null])
})

test('requests have at most 200 rows and as many positions as fit', () => {
  const many = rowsOf(
    Array.from({ length: 450 }, (_, i) => area(`Area ${i}`)),
    10,
    existing,
  )
  expect(partsOf(many).map((part) => part.length)).toEqual([200, 200, 50])
  const large = rowsOf([area('A', 50_000), area('B', 50_000), area('C')], 100_000, existing)
  expect(partsOf(large).map((part) => part.length)).toEqual([1, 2])
})
