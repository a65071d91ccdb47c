import { expect, test } from 'vitest'
import type { Track } from './track.ts'
import { totalOf, tripsOf } from './trips.ts'

/** A fix a minute, at a distance in metres east of the start; null is a minute without a fix. */
const track = (metres: (number | null)[], speeds: (number | null)[] = []): Track =>
  metres.flatMap((east, minute) => {
    if (east === null) return []
    const point = { at: minute * 60_000, lon: east / 111_195, lat: 0, outside: false, heading: null }
    return [{ ...point, speed: speeds[minute] ?? null }]
  })

const describeLegs = (metres: (number | null)[]) =>
  tripsOf(track(metres)).map(({ kind, from, to, distance_m }) => {
    const span = `${from / 60_000}–${to / 60_000}`
    return kind === 'stop' ? `stop ${span}` : `trip ${span} ${Math.round(distance_m)} m`
  })

test.each<[string, (number | null)[], string[]]>([
  ['nothing', [], []],
  ['one fix', [0], []],
  ['five minutes in one place', [0, 0, 0, 0, 0, 0], ['stop 0–5']],
  ['four minutes in one place', [0, 0, 0, 0, 0], []],
  ['noise of 90 metres about a place', [0, 90, 10, 60, 0, 90], ['stop 0–5']],
  ['two fixes in one place, an hour of silence between', [0, ...Array(59).fill(null), 50], ['stop 0–60']],
  ['a drive', [0, 500, 1000, 1500], ['trip 0–3 1500 m']],
  ['a drive there and back', [0, 500, 1000, 500, 0], ['trip 0–4 2000 m']],
  [
    'a stop, a drive and a stop',
    [0, 0, 0, 0, 0, 0, 500, 1000, 1000, 1000, 1000, 1000, 1000],
    ['stop 0–5', 'trip 5–7 1000 m', 'stop 7–12'],
  ],
  ['a drive with four minutes at a light', [0, 500, 500, 500, 500, 500, 1000], ['trip 0–6 1000 m']],
  [
    'a drive with five minutes at a light',
    [0, 500, 500, 500, 500, 500, 500, 1000],
    ['trip 0–1 500 m', 'stop 1–6', 'trip 6–7 500 m'],
  ],
  ['a slow walk that never stays', [0, 40, 80, 120, 160, 200, 240, 280], ['trip 0–7 280 m']],
  ['a stop that is left by less than a trip', [0, 0, 0, 0, 0, 0, 60, 90], ['stop 0–7']],
  [
    'a long silence on the way',
    [0, 0, 0, 0, 0, 0, ...Array(30).fill(null), 9000, 9000, 9000, 9000, 9000, 9000],
    ['stop 0–5', 'trip 5–36 9000 m', 'stop 36–41'],
  ],
])('%s', (_what, metres, legs) => expect(describeLegs(metres)).toEqual(legs))

test('the top speed is the fastest that was reported on the way', () => {
  const legs = tripsOf(track([0, 1000, 2000], [5, 20, 12]))
  expect(legs).toMatchObject([{ kind: 'trip', top_speed: 20, duration_s: 120 }])
})

test('without reported speeds there is no top speed', () => {
  expect(tripsOf(track([0, 1000, 2000]))[0]!.top_speed).toBeNull()
})

test('all trips add up', () => {
  const day = [0, 500, 500, 500, 500, 500, 500, 1000]
  expect(totalOf(tripsOf(track(day, [3, 9])))).toMatchObject({ duration_s: 120, top_speed: 9 })
  expect(Math.round(totalOf(tripsOf(track(day)))!.distance_m)).toBe(1000)
  expect(totalOf(tripsOf(track([0])))).toBeNull()
})

test('the distance across the 180th meridian is correct', () => {
  const point = { lat: 0, outside: false, speed: null, heading: null }
  const [trip] = tripsOf([
    { ...point, at: 0, lon: 179.99 },
    { ...point, at: 60_000, lon: 180.01 },
  ])
  expect(Math.round(trip!.distance_m)).toBe(2224)
})
