import { expect, it } from 'vitest'
import { alertsFor, type MaintenanceState, stateOf } from './state.ts'

const unused = { m: 0, h: 0, days: 0, m_a_day: 0, h_a_day: 0 }
const none = { every_m: null, every_h: null, every_days: null }
const km = (value: number) => value * 1000

it.each<[string, object, object, MaintenanceState, number | null]>([
  ['nothing is used', { every_m: km(10_000) }, {}, 'ok', null],
  ['more than a tenth is left', { every_m: km(10_000) }, { m: km(8_999) }, 'ok', null],
  ['a tenth is left', { every_m: km(10_000) }, { m: km(9_000) }, 'soon', null],
  ['all is used', { every_m: km(10_000) }, { m: km(10_000) }, 'due', 0],
  ['a tenth more is used', { every_m: km(10_000) }, { m: km(11_000) }, 'overdue', 0],
  ['it is reached in ten days', { every_m: km(10_000) }, { m: km(8_000), m_a_day: km(200) }, 'soon', 10],
  ['it is reached in a month', { every_m: km(10_000) }, { m: km(4_000), m_a_day: km(200) }, 'ok', 30],
  ['a short interval, just done', { every_m: km(1_000) }, { m: 0, m_a_day: km(200) }, 'ok', 5],
  ['hours', { every_h: 250 }, { h: 226, h_a_day: 1 }, 'soon', 24],
  ['hours are over', { every_h: 250 }, { h: 251 }, 'due', 0],
  ['15 days are left', { every_days: 365 }, { days: 350 }, 'ok', 15],
  ['14 days are left', { every_days: 365 }, { days: 351 }, 'soon', 14],
  ['the day', { every_days: 365 }, { days: 365 }, 'due', 0],
  ['13 days after it', { every_days: 365 }, { days: 378 }, 'due', 0],
  ['14 days after it', { every_days: 365 }, { days: 379 }, 'overdue', 0],
  ['a week, just done', { every_days: 7 }, {}, 'ok', 7],
  ['a week, half of it', { every_days: 7 }, { days: 4 }, 'soon', 3],
  ['the first of two counts', { every_m: km(10_000), every_days: 365 }, { m: km(10_001), days: 30 }, 'due', 0],
  ['the nearest of two', { every_m: km(10_000), every_days: 100 }, { m: km(1_000), m_a_day: km(100) }, 'ok', 90],
])('%s: %j with %j is %s', (_name, plan, used, state, in_days) => {
  expect(stateOf({ ...none, ...plan }, { ...unused, ...used })).toEqual({ state, in_days })
})

it('an alert is open for each plan of a tracker that is due, and for no other', () => {
  const row = (maintenance_plan_id: number, tracker_id: number, state: MaintenanceState) => ({
    maintenance_plan_id,
    tracker_id,
    state,
  })
  const rows = [row(1, 1, 'due'), row(1, 2, 'overdue'), row(2, 1, 'soon'), row(2, 2, 'due')]
  const open = [row(1, 1, 'due'), row(2, 1, 'due'), row(3, 1, 'due')]
  expect(alertsFor(rows, open)).toEqual({ raised: [rows[1], rows[3]], ended: [open[1], open[2]] })
  expect(alertsFor([], [])).toEqual({ raised: [], ended: [] })
})

/** 365 days of a truck that is driven on five days of seven; checked each day, and once more, as after a restart. */
function simulateYear(
  { every_m, every_days }: { every_m: number | null; every_days: number | null },
  done_after: number,
) {
  const plan = { ...none, every_m, every_days }
  const key = { maintenance_plan_id: 1, tracker_id: 1 }
  const used = { ...unused }
  let open: (typeof key)[] = []
  let due_for = 0
  const raised: number[] = []
  const soon: number[] = []
  for (let day = 1; day <= 365; day++) {
    const driven = day % 7 < 5 ? km(210) : 0
    Object.assign(used, { m: used.m + driven, days: used.days + 1, m_a_day: km(150) })
    for (let check = 0; check < 2; check++) {
      const { state } = stateOf(plan, used)
      if (state === 'soon') soon.push(day)
      const changes = alertsFor([{ ...key, state }], open)
      if (changes.raised.length > 0) raised.push(day)
      open = open.filter((one) => !changes.ended.includes(one)).concat(changes.raised)
    }
    due_for = open.length > 0 ? due_for + 1 : 0
    if (due_for <= done_after) continue
    Object.assign(used, { m: 0, days: 0 })
    open = []
    due_for = 0
  }
  return { raised, soon }
}

it('in a simulated year what is due raises one alert each time, after days of warning', () => {
  // 150 km a day: 15 000 km in about 100 days, and each service is done two days after it is due.
  const { raised, soon } = simulateYear({ every_m: km(15_000), every_days: null }, 2)
  expect(raised).toHaveLength(3)
  for (const day of raised) expect(soon).toEqual(expect.arrayContaining([day - 1, day - 7]))
  // The 182 days end before the 40 000 km. The service is never done, so only one alert is raised.
  expect(simulateYear({ every_m: km(40_000), every_days: 182 }, 365).raised).toEqual([182])
  expect(simulateYear({ every_m: km(40_000), every_days: 182 }, 0).raised).toEqual([182, 364])
})
