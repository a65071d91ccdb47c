import { describe, expect, it } from 'vitest'
import { drive, home, moved, stay, tell } from '../../../tests/gateway/movement/story.ts'
import { profiles } from './index.ts'

const parked = stay('08:00', '08:20', 60, 0)
const trip = drive('08:21', '08:41', 30, [300, 12_300])

describe.each<[string, [string, string[], string[]][]]>([
  [
    '1. usable fixes',
    [
      ['an invalid fix far away', [...parked, '08:21 9000 invalid', '08:22 0'], ['stop 08:00-']],
      ['a radius above 150 m', [...parked, '08:21 900 acc151', '08:22 900 acc400'], ['stop 08:00-']],
      ['a clock an hour ahead', [...parked, '09:21 900 ahead', '09:22 900 ahead'], ['stop 08:00-']],
      ['unreachable, and refuted by the next', [...parked, '08:20:10 9000', '08:20:20 0'], ['stop 08:00-']],
      [
        'unreachable, and confirmed by the next: a jump that nothing has driven',
        [...parked, '08:20:10 90000', '08:20:20 90000', ...stay('08:21', '08:30', 60, 90_000)],
        ['stop 08:00-08:20', 'gap 08:20-08:20:10 0.0km estimated jump', 'stop 08:20:10-'],
      ],
      ['without a position', [...parked, '08:21 invalid', '08:22 0'], ['stop 08:00-']],
    ],
  ],
  [
    '2. rest',
    [
      ['within 60 m of the running centre', [...parked, '08:21 55', '08:22 -55', '08:23 50'], ['stop 08:00-']],
      [
        'within 1.5 × the accuracy of nine of ten fixes',
        [...stay('08:00', '08:20', 60, 0, 'acc100'), '08:21 140 acc100', '08:22 140 acc100', '08:23 140 acc100'],
        ['stop 08:00-'],
      ],
      ['slow drift that the centre follows', drive('08:00', '12:00', 60, [0, 480]), ['stop 08:00-']],
    ],
  ],
  [
    '3. departure',
    [
      ['one fix beyond the radius waits', [...parked, '08:21 100'], ['stop 08:00-']],
      [
        'two fixes in a row beyond it, and far enough from it by now',
        [...parked, '08:21 100', '08:22 170', '08:23 300'],
        ['stop 08:00-08:20', 'trip 08:20- 0.3km'],
      ],
      [
        'two fixes in a row beyond it, but never 150 m away: drift',
        [...parked, '08:21 100', '08:22 110', '08:23 90'],
        ['stop 08:00-'],
      ],
      ['one beyond three times the radius', [...parked, '08:21 400'], ['stop 08:00-08:20', 'trip 08:20- 0.4km']],
      [
        'half of the radius with the ignition on and some speed',
        [...parked, '08:20:30 0 on', '08:21 40 on v3'],
        ['stop 08:00-08:20:30', 'trip 08:20:30- 0.0km engine 08:20:30'],
      ],
      [
        'half of the radius with the ignition on, standing',
        [...parked, '08:20:30 0 on', '08:21 40 on v0'],
        ['stop 08:00-'],
      ],
      [
        'the engine ran for five minutes before',
        [...parked, '08:21 0 on', '08:26 0 on', '08:27 400 on v10'],
        ['stop 08:00-08:26', 'idle 08:21-08:26', 'trip 08:26- 0.4km engine 08:21'],
      ],
    ],
  ],
  [
    '4. arrival',
    [
      [
        'three minutes of rest: the trip ends with the first of its fixes',
        [...parked, ...trip, ...stay('08:42', '08:50', 60, 12_310)],
        ['stop 08:00-08:20', 'trip 08:20-08:41 12.3km', 'stop 08:41-'],
      ],
      [
        'a shorter rest is a pause',
        [...parked, ...drive('08:21', '08:30', 30, [300, 5400]), ...stay('08:30:30', '08:32:30', 30, 5450)].concat(
          drive('08:33', '08:40', 30, [5800, 9000]),
        ),
        ['stop 08:00-08:20', 'trip 08:20- 9.0km 1 pause'],
      ],
      [
        'the ignition is off for a minute',
        [...stay('08:00', '08:20', 60, 0, 'off'), '08:20:30 0 on', ...trip.map((line) => `${line} on`)].concat([
          '08:41:30 12300 off',
          '08:42:35 12300 off',
        ]),
        ['stop 08:00-08:20:30', 'trip 08:20:30-08:41 12.3km engine 08:20:30', 'stop 08:41-'],
      ],
      [
        'an outlier among dense fixes does not begin the rest again',
        [...parked, ...trip, '08:41:30 12310', '08:42 12310', '08:42:30 12450', '08:43 12300', '08:44:10 12310'],
        ['stop 08:00-08:20', 'trip 08:20-08:41 12.3km', 'stop 08:41-'],
      ],
    ],
  ],
  [
    '5. idling and towing',
    [
      [
        'at rest with the ignition on for five minutes',
        [...stay('08:00', '08:10', 60, 0, 'off'), ...stay('08:11', '08:19', 60, 0, 'on'), '08:20 0 off'],
        ['stop 08:00-', 'idle 08:11-08:20'],
      ],
      ['for four minutes', [...parked, ...stay('08:21', '08:25', 60, 0, 'on'), '08:26 0 off'], ['stop 08:00-']],
      [
        'reports without a fix say so, too',
        [...parked, '08:21 on', '08:24 on', '08:27 on', '08:30 off'],
        ['stop 08:00-', 'idle 08:21-08:30'],
      ],
      [
        'moves with the ignition off',
        [
          ...stay('08:00', '08:10', 60, 0, 'on'),
          '08:11 0 off',
          ...drive('08:20', '08:30', 30, [300, 6300], 'off'),
        ].concat(stay('08:31', '08:40', 60, 6300, 'off')),
        ['stop 08:00-08:11', 'idle 08:00-08:11', 'trip 08:11-08:30 6.3km', 'towed 08:11-08:30', 'stop 08:30-'],
      ],
      [
        'never was on: the wire is missing, and it is not towed',
        [...stay('08:00', '08:10', 60, 0, 'off'), ...drive('08:11', '08:30', 30, [300, 6300], 'off')],
        ['stop 08:00-08:10', 'trip 08:10- 6.3km'],
      ],
    ],
  ],
  [
    '6. no data',
    [
      [
        'at the same place: the rest continues',
        [...parked, '17:00 100', ...stay('17:01', '17:10', 60, 0)],
        ['stop 08:00-'],
      ],
      [
        'elsewhere: a gap of the straight line and a quarter',
        [...parked, ...stay('17:00', '17:10', 60, 8000)],
        ['stop 08:00-08:20', 'gap 08:20-17:00 10.0km estimated', 'stop 17:00-'],
      ],
      [
        'elsewhere, by the odometer',
        [...stay('08:00', '08:20', 60, 0, 'odo500000'), ...stay('17:00', '17:10', 60, 8000, 'odo512000')],
        ['stop 08:00-08:20', 'gap 08:20-17:00 12.0km odometer', 'stop 17:00-'],
      ],
      [
        'a device that reports every ten minutes is not silent',
        [...stay('06:00', '08:00', 600, 0), ...drive('08:10', '09:00', 600, [5000, 55_000])],
        ['stop 06:00-08:00', 'trip 08:00- 55.0km'],
      ],
    ],
  ],
  [
    '7. distance',
    [
      [
        'the odometer rises and agrees',
        [...stay('08:00', '08:20', 60, 0, 'odo1000'), ...odometer(trip, 1000, 1.1), '08:42 12300', '08:45 12300'],
        ['stop 08:00-08:20', 'trip 08:20-08:41 13.5km odometer', 'stop 08:41-'],
      ],
      [
        'the odometer was reset on the way',
        [...stay('08:00', '08:20', 60, 0, 'odo9000'), ...odometer(trip, 0, 1), '08:42 12300', '08:45 12300'],
        ['stop 08:00-08:20', 'trip 08:20-08:41 12.3km', 'stop 08:41-'],
      ],
      [
        'the odometer is twice too high',
        [...stay('08:00', '08:20', 60, 0, 'odo0'), ...odometer(trip, 0, 2), '08:42 12300', '08:45 12300'],
        ['stop 08:00-08:20', 'trip 08:20-08:41 12.3km', 'stop 08:41-'],
      ],
    ],
  ],
  [
    '8. visits',
    [
      [
        'entered, stopped inside, left',
        [
          ...parked,
          ...trip,
          ...stay('08:41:30', '09:00', 30, 12_300, 'in7'),
          ...drive('09:00:30', '09:10', 30, [12_700, 300]),
        ],
        [
          'stop 08:00-08:20',
          'trip 08:20-08:41 12.3km',
          'stop 08:41-09:00',
          'visit 7 08:41:30-09:00 stopped',
          'trip 09:00- 12.8km',
        ],
      ],
      [
        'shorter than two minutes is passing through',
        [...parked, '08:21 400', '08:21:30 800 in7', '08:22 1200 in7', '08:22:30 1600', '08:23 2000'],
        ['stop 08:00-08:20', 'trip 08:20- 2.0km', 'visit 7 08:21:30-08:22 passing'],
      ],
      [
        'one fix outside among those inside ends nothing',
        [...parked, '08:21 400 in7', '08:22 800', '08:23 1200 in7', '08:24 1600'],
        ['stop 08:00-08:20', 'trip 08:20- 1.6km', 'visit 7 08:21-'],
      ],
      [
        'crossed between two fixes',
        [...parked, '08:21 400', '08:22 1200 x9', '08:23 2000'],
        ['stop 08:00-08:20', 'trip 08:20- 2.0km', 'visit 9 08:21:30-08:21:30 passing interpolated'],
      ],
      [
        'a rest at the edge, whose noise enters and leaves nothing',
        [...stay('08:00', '08:05', 60, 0, 'in7'), '08:06 10', '08:07 12', '08:08 0 in7', '08:09 9', '08:10 9'],
        ['stop 08:00-', 'visit 7 08:00- stopped'],
      ],
    ],
  ],
  [
    '9. speeding',
    [
      [
        'two reports above the limit and 5 %, until ten seconds below 98 %',
        [...parked, '08:21 400 v20 limit20', '08:21:10 700 v22 limit20', '08:21:20 900 v25 limit20'].concat([
          '08:21:30 1100 v19 limit20',
          '08:21:40 1300 v19 limit20',
        ]),
        ['stop 08:00-08:20', 'trip 08:20- 1.3km', 'speeding 08:21:10-08:21:30'],
      ],
      [
        'within the tolerance',
        [...parked, '08:21 400 v20.9 limit20', '08:21:10 700 v20.9 limit20'],
        ['stop 08:00-08:20', 'trip 08:20- 0.7km'],
      ],
      [
        'said once',
        [...parked, '08:21 400 v25 limit20', '08:21:05 700 v19 limit20', '08:21:20 900 v19 limit20'],
        ['stop 08:00-08:20', 'trip 08:20- 0.9km'],
      ],
      [
        'a short dip continues',
        [...parked, '08:21 400 v25 limit20', '08:21:10 700 v19 limit20', '08:21:15 800 v25 limit20'],
        ['stop 08:00-08:20', 'trip 08:20- 0.8km', 'speeding 08:21-'],
      ],
    ],
  ],
] as [string, [string, string[], string[]][]][])('%s', (_rule, cases) => {
  it.each(cases)('%s', (_name, story, segments) => {
    expect(tell(story)).toEqual(segments)
  })
})

it('goes across the 180th meridian', () => {
  const fiji = moved({ lon: 180, lat: -16.5 }, -6000, 0)
  expect(tell([...parked, ...trip, ...stay('08:42', '08:50', 60, 12_300)], profiles.car, fiji)).toEqual(
    tell([...parked, ...trip, ...stay('08:42', '08:50', 60, 12_300)], profiles.car, home),
  )
  // A rest on the meridian itself.
  const around = ['08:00 6010', '08:01 5990', '08:02 6005', '08:03 5985', '08:04 6020']
  expect(tell(around, profiles.car, fiji)).toEqual(['stop 08:00-'])
})

/** Adds the odometer to each fix of a line of fixes, by its metres. */
function odometer(lines: string[], from: number, factor: number): string[] {
  return lines.map((line) => `${line} odo${Math.round(from + Number(line.split(' ')[1]) * factor)}`)
}
