import { expect, it } from 'vitest'
import { dated, version } from '#db/version.ts'

it.each([
  ['2026.11.22', '2026-11-22'],
  ['2027.1.5', '2027-01-05'],
  ['2027.1.5-1', '2027-01-05-1'],
  ['0.1.0', '0.1.0'],
])('the version %s is shown as %s', (packaged, shown) => expect(dated(packaged)).toBe(shown))

it('is a date', () => expect(version).toMatch(/^\d{4}-\d\d-\d\d/))
