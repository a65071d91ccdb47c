import { expect, it } from 'vitest'
import { dayOfSchedule, indexFrom, isAnchored, type Schedule } from './schedule.ts'

const days = (schedule: Schedule, count: number) =>
  Array.from({ length: count }, (_, index) => dayOfSchedule(schedule, index))

it('keeps the anchor day through short months', () => {
  const monthly: Schedule = { first_on: '2027-11-30', every: 1, unit: 'month', anchor_day: 31 }
  expect(days(monthly, 5)).toEqual(['2027-11-30', '2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31'])
  const yearly: Schedule = { first_on: '2028-02-29', every: 1, unit: 'year', anchor_day: 29 }
  expect(days(yearly, 5)).toEqual(['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'])
  expect(isAnchored({ ...monthly, first_on: '2028-02-29' })).toBe(true)
  expect(isAnchored({ ...monthly, first_on: '2028-02-28' })).toBe(false)
})

it('skips what lies before a day', () => {
  const schedule: Schedule = { first_on: '2027-01-31', every: 1, unit: 'month', anchor_day: 31 }
  expect(indexFrom(schedule, '2027-02-28', 0)).toBe(1)
  expect(indexFrom(schedule, '2027-03-01', 0)).toBe(2)
  expect(indexFrom(schedule, '2027-01-01', 2)).toBe(2)
})

it('agrees with a calendar on random schedules', () => {
  const random = (most: number) => Math.floor(Math.random() * most)
  const units = ['week', 'month', 'quarter', 'year'] as const
  for (let i = 0; i < 3000; i++) {
    const unit = units[random(4)]!
    const every = 1 + random(12)
    const [year, month, anchor_day] = [2026 + random(10), random(12), 1 + random(31)]
    const last = (y: number, m: number) => new Date(Date.UTC(y, m + 1, 0)).getUTCDate()
    const at = (y: number, m: number, date: number) => new Date(Date.UTC(y, m, date)).toISOString().slice(0, 10)
    const first_on = at(year, month, Math.min(anchor_day, last(year, month)))
    const schedule = { first_on, every, unit, anchor_day }
    const index = random(24)
    const months = { week: 0, month: 1, quarter: 3, year: 12 }[unit] * every * index
    const [y, m] = [year + Math.floor((month + months) / 12), (month + months) % 12]
    const expected =
      unit === 'week'
        ? new Date(Date.parse(first_on) + 7 * every * index * 86_400_000).toISOString().slice(0, 10)
        : at(y, m, Math.min(anchor_day, last(y, m)))
    expect(dayOfSchedule(schedule, index), JSON.stringify({ ...schedule, index })).toBe(expected)
  }
})
