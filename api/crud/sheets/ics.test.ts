import { expect, it } from 'vitest'
import { icsOf } from './ics.ts'

it('writes whole days with escaped texts, in lines of at most 75 octets', () => {
  const summary = `Ends; really, "it" does\\\nand ${'ā'.repeat(60)}`
  const ics = icsOf('CPD', [{ uid: 'cycle-1', day: '2026-12-31', summary }], new Date('2026-11-25T01:02:03.456Z'))
  const lines = ics.split('\r\n')
  expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  const unfolded = ics.replaceAll('\r\n ', '')
  expect(unfolded).toContain('DTSTART;VALUE=DATE:20261231\r\n')
  expect(unfolded).toContain('DTSTAMP:20261125T010203Z\r\n')
  expect(unfolded).toContain(`SUMMARY:Ends\\; really\\, "it" does\\\\\\nand ${'ā'.repeat(60)}\r\n`)
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', ''])
})
