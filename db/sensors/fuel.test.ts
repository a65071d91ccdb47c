import { describe, expect, it } from 'vitest'
import { type FuelStep, followFuel, type Level, type Trip } from './fuel.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A tank that is driven one after another: half an hour on the road at 20 an hour, half an hour parked. */
function drive({ hours, every = 1, noise = 0, events = {} }: Driving): { levels: Level[]; trips: Trip[] } {
  const trips = Array.from({ length: hours }, (_, i) => ({ from: i * HOUR, to: i * HOUR + HOUR / 2 }))
  const levels: Level[] = []
  let level = 200
  // The same noise each time.
  let seed = 7
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  for (let minute = 0; minute <= hours * 60; minute++) {
    if (minute > 0 && (minute - 1) % 60 < 30) level -= 20 / 60
    level += events[minute] ?? 0
    if (minute % every === 0) levels.push([minute * MINUTE, level + (random() - 0.5) * 2 * noise])
  }
  return { levels, trips }
}

const shown = ({ levels, trips }: ReturnType<typeof drive>, least = 10) => {
  const { steps, used, filled, lost } = followFuel(levels, trips, least)
  const rounded = (value: number | null) => value && Math.round(value)
  return {
    steps: steps.map(({ kind, at, amount }) => `${kind} ${Math.round(amount)} by ${at / MINUTE}`),
    used: rounded(used),
    filled: rounded(filled),
    lost: rounded(lost),
  }
}

describe('fuel that is followed', () => {
  it('is used by driving alone, and nothing of that is a loss', () => {
    expect(shown(drive({ hours: 8 }))).toEqual({ steps: [], used: 80, filled: 0, lost: 0 })
  })

  it('is filled in at once or over some minutes', () => {
    const found = shown(drive({ hours: 8, events: { 105: 80, 280: 20, 281: 20, 282: 20, 283: 20 } }))
    expect(found.steps).toEqual(['filled 80 by 105', expect.stringMatching(/^filled 80 by 28[0-3]$/)])
    expect(found).toMatchObject({ used: 80, lost: 0 })
  })

  it('has the levels of its steps as they were', () => {
    const { levels, trips } = drive({ hours: 8, events: { 345: 90 } })
    const [{ from, to }] = followFuel(levels, trips, 10).steps as [FuelStep]
    expect([from, to].map(Math.round)).toEqual([140, 230])
  })

  it('is lost while it stands', () => {
    expect(shown(drive({ hours: 8, events: { 230: -30 } }))).toEqual({
      steps: ['lost 30 by 230'],
      used: 80,
      filled: 0,
      lost: 30,
    })
  })

  it('sloshes without steps, and steps are found in it', () => {
    expect(shown(drive({ hours: 8, noise: 3 })).steps).toEqual([])
    const found = shown(drive({ hours: 8, noise: 3, events: { 105: 80, 230: -30 } }))
    expect(found.steps).toHaveLength(2)
    expect(found.filled).toBeGreaterThan(76)
    expect(found.filled).toBeLessThan(84)
    expect(found.lost).toBeGreaterThan(26)
    expect(found.lost).toBeLessThan(34)
  })

  it('is used between reports that are an hour apart, and a loss stands out', () => {
    expect(shown(drive({ hours: 15, every: 60 }))).toMatchObject({ steps: [], used: 150 })
    expect(shown(drive({ hours: 15, every: 60, events: { 350: -60 } })).steps).toEqual(['lost 60 by 360'])
  })

  it('has values astray, and a sensor without power for some minutes', () => {
    const { levels, trips } = drive({ hours: 8 })
    const astray = levels.map(
      ([at, value], i): Level => [at, i === 100 || i === 101 || (i > 220 && i < 229) ? 0 : value],
    )
    expect(shown({ levels: astray, trips })).toMatchObject({ steps: [], used: 80 })
  })

  it('may be known once, or not at all', () => {
    expect(followFuel([], [], 10)).toEqual({ first: null, last: null, filled: 0, lost: 0, used: null, steps: [] })
    expect(followFuel([[0, 40]], [], 10)).toMatchObject({ first: 40, last: 40, used: 0, steps: [] })
    const two: Level[] = [
      [0, 40],
      [MINUTE, 70],
    ]
    expect(followFuel(two, [], 10).steps).toHaveLength(0)
  })
})

/** @param events minutes with what is filled in there, or lost */
type Driving = { hours: number; every?: number; noise?: number; events?: Record<number, number> }
