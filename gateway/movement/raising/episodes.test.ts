import { expect, it } from 'vitest'
import { plainSegment } from '../rules/segment.ts'
import { type EpisodeAlert, episodeOf, judgeEpisodes } from './episodes.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const at = (minutes: number) => NOW + minutes * 60_000

/** Speeding from a minute to another; null continues. */
function speeding(from: number, to: number | null, through = to ?? 0) {
  const limit = { speed: 25, source: 'tracker' as const, boundary_id: null }
  const began = { at: at(from), lon: 174, lat: -36 }
  const ended_at = to === null ? null : at(to)
  return episodeOf({
    segment: { ...plainSegment('speeding', began), ended_at, limit, top_speed: 30 },
    through: at(through),
  })!
}
const known = (from: number, to: number | null): EpisodeAlert => ({
  id: 1,
  started_at: at(from),
  raised_at: at(from),
  ended_at: to === null ? null : at(to),
  boundary_id: null,
  speed_limit: 25,
  top_speed: 30,
})
const judge = (last: EpisodeAlert | null, found: ReturnType<typeof speeding>[], complete = true) =>
  judgeEpisodes(last, found, { now: NOW, complete, through: NOW }).map(({ id, started_at, ended_at }) => [
    id,
    (started_at - NOW) / 60_000,
    ended_at === null ? null : (ended_at - NOW) / 60_000,
  ])

it.each<[string, EpisodeAlert | null, ReturnType<typeof speeding>[], unknown[], boolean?]>([
  ['one that begins', null, [speeding(-1, null)], [[null, -1, null]]],
  ['one that is over already', null, [speeding(-3, -2)], [[null, -3, -2]]],
  ['history of hours ago', null, [speeding(-180, -170)], []],
  ['what continues of a tracker that was silent', null, [speeding(-180, null, -60)], []],
  ['the same again', known(-1, null), [speeding(-1, null)], []],
  ['its end', known(-5, null), [speeding(-5, -2)], [[1, -5, -2]]],
  ['one that was taken back', known(-5, null), [], [[1, -5, 0]]],
  ['a late report moves its begin', known(-5, null), [speeding(-7, null)], []],
  ['another soon after it', known(-12, -10), [speeding(-2, null)], [[1, -12, null]]],
  ['another much later', known(-60, -40), [speeding(-2, null)], [[null, -2, null]]],
  ['late data of before the last one', known(-5, -4), [speeding(-50, -40, -1)], []],
  [
    'the end of one and the begin of another',
    known(-60, null),
    [speeding(-60, -40), speeding(-2, null)],
    [
      [1, -60, -40],
      [null, -2, null],
    ],
  ],
  ['what continues is as it was where only the past was found again', known(-5, null), [speeding(-9, -8)], [], false],
])('%s', (_, last, found, expected, complete = true) => {
  expect(judge(last, found, complete)).toEqual(expected)
})

it('idling raises an alert after ten minutes', () => {
  const idle = (through: number) =>
    episodeOf({ segment: plainSegment('idle', { at: at(-12), lon: 174, lat: -36 }), through: at(through) })!
  expect(judge(null, [idle(-4)])).toEqual([])
  expect(judge(null, [idle(-2)])).toEqual([[null, -12, null]])
})
