import { describe, expect, it } from 'vitest'
import { type Before, circleAbout, type Guard, type GuardedReport, judgeGuard } from './guard.ts'

const idle: Guard = {
  armed_at: null,
  armed_by: null,
  circle: null,
  ignition: null,
  in_hours: false,
  outside: false,
  count: 0,
  since: null,
}
const here = { lon: 174.7, lat: -36.8, accuracy: null }
const armed: Guard = { ...idle, armed_at: 0, armed_by: 'person', circle: circleAbout(here) }

/** `seconds metres words`: how far north of where it was parked, `lost` without a fix; `±40`, `on`, `off`, `moves`, `hours`. */
function reportOf(step: string): GuardedReport {
  const [seconds, metres, ...words] = step.split(' ')
  const accuracy = words.find((word) => word.startsWith('±'))
  const is_lost = metres === 'lost'
  return {
    at: Number(seconds) * 1000,
    lon: is_lost ? null : 174.7,
    lat: is_lost ? null : -36.8 + Number(metres) / 111_195,
    accuracy: accuracy ? Number(accuracy.slice(1)) : null,
    speed: words.includes('moves') ? 10 : 0,
    ignition: words.includes('on') ? true : words.includes('off') ? false : null,
    in_hours: words.includes('hours'),
  }
}

/** Each step as how it is armed, and what is raised or ended. */
function run(begin: Guard, steps: string[], on_ignition = false, before: Before | null = null): string[] {
  let guard = begin
  let last = before
  return steps.map((step) => {
    const report = reportOf(step)
    const verdict = judgeGuard(guard, report, { on_ignition, before: last })
    guard = verdict.guard
    const { lon, lat, accuracy, speed } = report
    if (lon !== null && lat !== null) last = { lon, lat, accuracy, at_rest: speed === 0 && report.ignition !== true }
    return [guard.armed_by ?? 'idle', verdict.alert].filter(Boolean).join(' ')
  })
}

describe('a tracker that a person has armed', () => {
  it.each<[string, string[], string[]]>([
    ['stays', ['10 20', '20 74', '30 lost'], ['person', 'person', 'person']],
    ['leaves: two fixes raise one alert', ['10 90', '20 200', '30 900'], ['person', 'person raise', 'person']],
    ['one fix astray is none', ['10 90', '20 5', '30 90', '40 lost', '50 5'], Array(5).fill('person')],
    [
      'comes back',
      ['10 90', '20 90', '30 5', '40 5', '50 5'],
      ['person', 'person raise', 'person', 'person end', 'person'],
    ],
    [
      'leaves again',
      ['1 90', '2 90', '3 5', '4 5', '5 90', '6 90'],
      ['person', 'person raise', 'person', 'person end', 'person', 'person raise'],
    ],
    ['may be on either side', ['10 300 ±400', '20 300 ±400', '30 300 ±50'], Array(3).fill('person')],
    [
      'a doubtful fix between two that are sure',
      ['10 300', '20 300 ±400', '30 300'],
      ['person', 'person', 'person raise'],
    ],
    ['ignition does not disarm it', ['10 5 on', '20 90 on', '30 200 on'], ['person', 'person', 'person raise']],
    ['what it reported before it was armed', ['-20 900', '-10 900', '10 900'], Array(3).fill('person')],
  ])('%s', (_, steps, expected) => expect(run(armed, steps)).toEqual(expected))

  it('without a position is guarded where its first fix is', () => {
    expect(run({ ...armed, circle: null }, ['10 lost', '20 500', '30 510', '40 5', '50 5'])).toEqual([
      ...Array(4).fill('person'),
      'person raise',
    ])
  })

  it('has a circle of twice the accuracy, and 75 metres at least', () => {
    expect([null, 20, 60, 1e6].map((accuracy) => circleAbout({ ...here, accuracy }).radius_m)).toEqual([
      75, 75, 120, 20_000,
    ])
  })
})

describe('a tracker that is armed by its ignition', () => {
  it.each<[string, string[], string[]]>([
    ['off and on again', ['0 0 on', '10 0 off', '20 90', '30 0 on'], ['idle', 'ignition', 'ignition', 'idle']],
    ['off already when it is switched on', ['0 0 off', '10 90', '20 90'], ['ignition', 'ignition', 'ignition raise']],
    [
      'on while it is away does not end the alert',
      ['0 0 off', '1 90', '2 90', '3 90 on', '4 0', '5 0'],
      ['ignition', 'ignition', 'ignition raise', 'ignition', 'ignition', 'ignition end'],
    ],
    ['not without ignition', ['0 0', '10 900', '20 900'], ['idle', 'idle', 'idle']],
  ])('%s', (_, steps, expected) => expect(run(idle, steps, true)).toEqual(expected))

  it('stays disarmed by a person until the ignition was on again', () => {
    expect(run({ ...idle, ignition: false }, ['0 0 off', '9 0 on', '10 0 off'], true)).toEqual([
      'idle',
      'idle',
      'ignition',
    ])
  })
})

describe('a tracker that is armed in hours', () => {
  it.each<[string, string[], string[]]>([
    ['while they last', ['0 0', '10 0 hours', '20 0'], ['idle', 'schedule', 'idle']],
    [
      'at rest before them: guarded where it was',
      ['0 0', '10 300 moves hours', '20 600 moves hours'],
      ['idle', 'schedule', 'schedule raise'],
    ],
    [
      'under way when they begin',
      ['0 0 moves', '10 300 moves hours', '20 600 hours', '30 0 hours', '40 0 hours'],
      ['idle', 'idle', 'schedule', 'schedule', 'schedule raise'],
    ],
    [
      'their end does not end an alert',
      ['0 0', '1 0 hours', '2 90 hours', '3 90 hours', '4 90', '5 0', '6 0', '7 0'],
      ['idle', 'schedule', 'schedule', 'schedule raise', 'schedule', 'schedule', 'schedule end', 'idle'],
    ],
  ])('%s', (_, steps, expected) => expect(run(idle, steps)).toEqual(expected))

  it('stays disarmed by a person until they begin again', () => {
    const disarmed = { ...idle, in_hours: true }
    expect(run(disarmed, ['0 0 hours', '10 0', '20 0 hours'])).toEqual(['idle', 'idle', 'schedule'])
  })

  it('and by its ignition: the hours take over, and leave it armed while the ignition is off', () => {
    expect(run(idle, ['0 0 off', '1 0 hours', '2 0 on hours', '3 0 off hours', '4 0', '5 0 on'], true)).toEqual([
      'ignition',
      'schedule',
      'schedule',
      'schedule',
      'ignition',
      'idle',
    ])
  })
})
