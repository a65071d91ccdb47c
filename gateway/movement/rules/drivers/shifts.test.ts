import { describe, expect, it } from 'vitest'
import { followKeys, type KeyShift, type Keys, openShift } from './shifts.ts'

const DAY = Date.parse('2026-11-24T00:00:00Z')
const clock = (at: number) => new Date(at).toISOString().slice(DAY > at - 86_400_000 ? 11 : 8, 16)

/** Reports as `hh:mm[+days]`, `on` or `off`, and keys. @returns shifts as `A1 08:00-17:00`, the open one at the end */
function shiftsOf(lines: string[]): string[] {
  let keys: Keys | undefined
  const shifts: KeyShift[] = []
  for (const line of lines) {
    const [time, ...words] = line.split(' ') as [string, ...string[]]
    const [, hours, minutes, days] = /^(\d+):(\d+)(?:\+(\d+))?$/.exec(time)!
    const at = DAY + (Number(days ?? 0) * 24 + Number(hours)) * 3_600_000 + Number(minutes) * 60_000
    const ignition = words.includes('on') ? true : words.includes('off') ? false : null
    const seen = words.filter((word) => word !== 'on' && word !== 'off')
    const followed = followKeys(keys, { at, ignition, keys: seen })
    keys = followed.keys && JSON.parse(JSON.stringify(followed.keys))
    shifts.push(...followed.ended)
  }
  const open = openShift(keys)
  return [...shifts, ...(open ? [open] : [])].map(
    ({ key, began_at, ended_at }) => `${key} ${clock(began_at)}-${ended_at === null ? '' : clock(ended_at)}`,
  )
}

describe('a shift by keys', () => {
  it.each<[string, string[], string[]]>([
    ['without keys there is none', ['08:00 on', '17:00 off', '18:00 off'], []],
    ['a key comes once, and is carried on', ['08:00 on A1', '09:00 on', '12:00 on'], ['A1 08:00-']],
    ['the ignition is off for 15 min: it ended then', ['08:00 on A1', '12:00 off', '12:15 off'], ['A1 08:00-12:00']],
    ['a shorter pause ends nothing', ['08:00 on A1', '12:00 off', '12:14 on', '13:00 on'], ['A1 08:00-']],
    ['the device slept while it was off', ['08:00 on A1', '12:00 off', '16:00 on'], ['A1 08:00-12:00']],
    ['the next key', ['08:00 on A1', '12:00 on B2'], ['A1 08:00-12:00', 'B2 12:00-']],
    ['the same key again', ['08:00 on A1', '10:00 on A1', '12:00 on A1'], ['A1 08:00-']],
    ['the same driver returns', ['08:00 on A1', '12:00 off', '13:00 on A1'], ['A1 08:00-12:00', 'A1 13:00-']],
    ['a key without the state of the ignition', ['08:00 A1', '09:00'], ['A1 08:00-']],
    ['no wire: another key ends it', ['08:00 A1', '12:00 B2', '15:00'], ['A1 08:00-12:00', 'B2 12:00-']],
    ['no wire: a day without the key ends it', ['08:00 A1', '09:00 A1', '10:00+1'], ['A1 08:00-25T09:00']],
    ['a key that is read before the engine starts', ['07:58 off A1', '08:00 on'], ['A1 07:58-']],
    ['one that is read, and nobody drives', ['07:00 off A1', '08:00 on'], []],
    [
      'a key that is left in the reader of a parked vehicle',
      ['08:00 on A1', '12:00 off A1', '12:20 off A1', '15:00 off A1', '15:10 on A1'],
      ['A1 08:00-12:00', 'A1 15:10-'],
    ],
    [
      'drivers change within the pause',
      ['08:00 on A1', '12:00 off', '12:05 off B2', '12:08 on'],
      ['A1 08:00-12:00', 'B2 12:05-'],
    ],
    ['two keys in a report: the first', ['08:00 on A1 B2', '09:00 on'], ['A1 08:00-']],
    ['two keys in a report: the one that drives', ['08:00 on B2', '09:00 on A1 B2', '10:00 on'], ['B2 08:00-']],
    ['two keys at the same time: the last', ['08:00 on A1', '08:00 on B2'], ['B2 08:00-']],
  ])('%s', (_name, reports, shifts) => expect(shiftsOf(reports)).toEqual(shifts))

  it('a month of keys that come once: a shift for each driver and day', () => {
    const reports: string[] = []
    const expected: string[] = []
    for (let day = 0; day < 30; day++) {
      for (const [key, from, to] of [
        ['A1', 6, 13],
        ['B2', 14, 22],
      ] as const) {
        reports.push(`${from}:00+${day} on`, `${from}:01+${day} on ${key}`)
        for (let hour = from; hour < to; hour++) {
          reports.push(`${hour}:20+${day} on`, `${hour}:30+${day} off`, `${hour}:40+${day} on`)
        }
        reports.push(`${to}:00+${day} off`, `${to}:10+${day} off`)
        expected.push(key)
      }
    }
    const shifts = shiftsOf([...reports, '06:00+30 on'])
    expect(shifts.map((shift) => shift.split(' ')[0])).toEqual(expected)
    expect(shifts.slice(0, 2)).toEqual(['A1 06:01-13:00', 'B2 14:01-22:00'])
    for (const shift of shifts) expect(shift).toMatch(/ (\d\dT)?(06:01-(\d\dT)?13|14:01-(\d\dT)?22):00$/)
  })
})
