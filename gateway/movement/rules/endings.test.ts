import { describe, expect, it } from 'vitest'
import { drive, fixOf, segmentsAfter, stay } from '../../../tests/gateway/movement/story.ts'

const parked = stay('08:00', '08:20', 60, 0)
const trip = drive('08:21', '08:41', 30, [300, 12_300])

describe('what ended a trip or a stop is kept with the values that decided', () => {
  it.each<[string, string[], string[]]>([
    [
      'a rest that was long enough',
      [...parked, ...trip, ...stay('08:42', '08:50', 60, 12_300)],
      ['stop: left within 60 m', 'trip: rest after 180 s within 60 m'],
    ],
    [
      'a shorter one with the ignition off',
      [...parked, ...trip, '08:41:30 12300 on', '08:42 12300 off', '08:42:30 12300 off', '08:43 12300 off'],
      ['stop: left within 60 m', 'trip: ignition_off after 60 s within 60 m'],
    ],
    ['driving off with the ignition on', [...parked, '08:20:30 0 on', '08:21 40 on v3'], ['stop: driven within 60 m']],
    ['silence', [...parked, '09:21 9000', '09:22 9000'], ['stop: silence after 600 s']],
    [
      'positions that were wrong',
      [...parked, '08:20:10 90000', '08:20:20 90000', ...stay('08:21', '08:30', 60, 90_000)],
      ['stop: jump'],
    ],
  ])('%s', (_name, lines, endings) => {
    const segments = segmentsAfter(lines.map((line) => fixOf(line)))
    const shown = segments.flatMap(({ kind, details: { ended_by } }) => {
      if (!ended_by) return []
      const { rule, after_s, within_m } = ended_by
      const words = [after_s !== undefined && `after ${after_s} s`, within_m !== undefined && `within ${within_m} m`]
      return [`${kind}: ${[rule, ...words].filter(Boolean).join(' ')}`]
    })
    expect(shown).toEqual(endings)
  })
})
