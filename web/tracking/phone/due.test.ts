import { describe, expect, it } from 'vitest'
import { evaluateFix, lookEvery_ms, type Track } from './due.ts'
import type { ReportSettings } from './sharing.ts'

const minute: ReportSettings = { interval_s: 60, interval_charging_s: 30, pause_after_still_s: 0 }
const fix = (seconds: number, north_m = 0, accuracy = 5) => ({
  lat: -36.85 + north_m / 111_320,
  lon: 174.76,
  accuracy,
  altitude: null,
  speed: null,
  heading: null,
  at: 1_790_000_000_000 + seconds * 1000,
})

/** The seconds of the fixes that are reported, and why the last one was not. */
function reportsOf(fixes: ReturnType<typeof fix>[], settings: ReportSettings, charging: boolean | null = null) {
  let track: Track | null = null
  let resting = null as string | null
  const seconds: number[] = []
  for (const each of fixes) {
    const judged = evaluateFix(each, track, settings, charging)
    if (judged.report) seconds.push((each.at - fix(0).at) / 1000)
    track = judged.track
    resting = judged.resting
  }
  return { seconds, resting }
}

const every15s = (count: number, walk = (_: number) => 0) =>
  Array.from({ length: count }, (_, i) => fix(i * 15, walk(i)))

describe('the reports of a phone', () => {
  it.each([
    ['its first fix at once, then one in each interval', every15s(9), minute, null, [0, 60, 120], null],
    ['more often while it is charged', every15s(5), minute, true, [0, 30, 60], null],
    ['nothing while the interval is 0', every15s(5), { ...minute, interval_s: 0 }, null, [], 'off'],
    ['with a timer that is a little early', [fix(0), fix(59.8)], minute, null, [0, 59.8], null],
    ['the same fix once', [fix(0), fix(0), fix(0)], { ...minute, interval_s: 1 }, null, [0], null],
    [
      'nothing more once it has stood still',
      every15s(12),
      { ...minute, pause_after_still_s: 90 },
      null,
      [0, 60],
      'still',
    ],
    [
      'what is within its accuracy as standing still',
      [fix(0), fix(60, 30, 40), fix(120, 0, 40)],
      { ...minute, pause_after_still_s: 100 },
      null,
      [0, 60],
      'still',
    ],
    [
      'again as soon as it moves',
      every15s(13, (i) => (i === 12 ? 60 : 0)),
      { ...minute, pause_after_still_s: 90 },
      null,
      [0, 60, 180],
      null,
    ],
  ] as const)('%s', (_name, fixes, settings, charging, seconds, resting) => {
    expect(reportsOf([...fixes], settings, charging)).toEqual({ seconds, resting })
  })

  it('is no movement across 180°', () => {
    const east = { ...fix(0), lon: 179.99999 }
    const west = { ...fix(60), lon: -179.99999 }
    expect(reportsOf([east, west], { ...minute, pause_after_still_s: 60 }).resting).toBe('still')
  })

  it.each([
    [60, 15_000],
    [20, 10_000],
    [15, 15_000],
    [1, 1000],
    [0, 15_000],
  ])('an interval of %d s is polled every %d ms', (interval_s, every_ms) => {
    expect(lookEvery_ms(interval_s, 15_000)).toBe(every_ms)
  })
})
