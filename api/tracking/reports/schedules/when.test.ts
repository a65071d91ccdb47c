import { expect, it } from 'vitest'
import { nextDue, type When } from './when.ts'

const NZ = 'Pacific/Auckland'
const daily = (at: string): When => ({ rhythm: 'daily', weekday: null, day_of_month: null, at })
const weekly = (weekday: When['weekday'], at: string): When => ({ ...daily(at), rhythm: 'weekly', weekday })
const monthly = (day_of_month: number, at: string): When => ({ ...daily(at), rhythm: 'monthly', day_of_month })

it.each([
  ['daily, later today', daily('07:30'), NZ, '2026-11-23T18:00:00Z', '2026-11-23T18:30:00.000Z'],
  ['daily, at that very minute: tomorrow', daily('07:30'), NZ, '2026-11-23T18:30:00Z', '2026-11-24T18:30:00.000Z'],
  [
    'Monday morning in New Zealand is Sunday in UTC',
    weekly('monday', '06:00'),
    NZ,
    '2026-11-25T00:00:00Z',
    '2026-11-29T17:00:00.000Z',
  ],
  [
    'weekly, today but over: in a week',
    weekly('tuesday', '06:00'),
    NZ,
    '2026-11-24T00:00:00Z',
    '2026-11-30T17:00:00.000Z',
  ],
  [
    'monthly on the 31st: the last day of a shorter month',
    monthly(31, '06:00'),
    'UTC',
    '2026-11-01T00:00:00Z',
    '2026-11-30T06:00:00.000Z',
  ],
  ['monthly in a leap February', monthly(30, '06:00'), 'UTC', '2028-02-01T00:00:00Z', '2028-02-29T06:00:00.000Z'],
  ['over the end of the year', monthly(1, '00:00'), 'UTC', '2026-12-15T00:00:00Z', '2027-01-01T00:00:00.000Z'],
  [
    'a time that the clock leaves out is an hour later',
    daily('02:30'),
    NZ,
    '2026-09-26T12:00:00Z',
    '2026-09-26T14:30:00.000Z',
  ],
  ['a local time stays when the clock changes', daily('08:00'), NZ, '2026-04-04T20:00:00Z', '2026-04-05T20:00:00.000Z'],
  ['east of the date line', daily('00:00'), 'Pacific/Kiritimati', '2026-11-24T09:59:00Z', '2026-11-24T10:00:00.000Z'],
])('%s', (_, when, timezone, after, expected) => {
  expect(nextDue(when, timezone, new Date(after))).toBe(expected)
})
