import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { keyOf, partsOf } from './parts.ts'
import { decode, FileFault, readTable } from './readFile.ts'

const bytes = (...values: (string | number[])[]) =>
  Uint8Array.from(values.flatMap((value) => (typeof value === 'string' ? [...new TextEncoder().encode(value)] : value)))
    .buffer

it.each([
  ['UTF-8', bytes('Māori')],
  ['UTF-8 with a byte order mark', bytes([0xef, 0xbb, 0xbf], 'Māori')],
  [
    'UTF-16',
    Uint8Array.from([0xff, 0xfe, ...[...'Māori'].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8])]).buffer,
  ],
])('decodes %s', (_, file) => {
  expect(decode(file)).toBe('Māori')
})

it('decodes Windows-1252', () => {
  expect(decode(bytes('Ren', [0xe9], ' ', [0x80], '5'))).toBe('René €5')
})

it('numbers lines as the file does, over empty lines and cells with several', () => {
  const table = readTable(bytes('target;learnings\r\n\r\nA;"one\ntwo"\r\n;\r\nB;three\r\n'))
  expect(table).toEqual({
    header: ['target', 'learnings'],
    lines: [
      { number: 3, cells: ['A', 'one\ntwo'] },
      { number: 6, cells: ['B', 'three'] },
    ],
  })
})

it.each(['', 'target,hours', 'target\n\n \n'])('refuses %j', (text) => {
  expect(() => readTable(bytes(text))).toThrow(FileFault)
})

it('sends 5 000 lines in parts, with a key for each line that a second reading has, too', () => {
  const lines = Array.from({ length: 5000 }, (_, i) => ({ number: i + 2, cells: [`Course ${i % 4999}`, 'x', '1'] }))
  const table = { header: ['a', 'b', 'c'], lines }
  const parts = partsOf('activities', table, ['target', null, 'hours'], 250)
  expect(parts).toHaveLength(20)
  expect(partsOf('activities', table, ['target', null, 'hours'], 250)).toEqual(parts)
  const rows = parts.flatMap(({ csv }) => Papa.parse<Record<string, string>>(csv, { header: true }).data)
  expect(Object.keys(rows[0]!)).toEqual(['target', 'hours', 'client_key'])
  // Two lines are the same: they are two activities.
  expect(rows[0]!.target).toBe(rows[4999]!.target)
  expect(new Set(rows.map(({ client_key }) => client_key)).size).toBe(5000)
  expect(parts[1]!.numbers[0]).toBe(252)
})

it('makes UUIDs of version 8', () => {
  expect(keyOf('x')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
