import { expect, it } from 'vitest'
import { thin } from './thin.ts'

/** A letter a minute: where it is along a road, a tenth of a degree each; `!` is outside, `_` without a report. */
function track(reports: string) {
  const fixes = [...reports].flatMap((letter, minute) => (letter === '_' ? [] : [{ letter, minute }]))
  return {
    at: fixes.map(({ minute }) => minute * 60_000),
    lon: fixes.map(({ letter }) => (letter === '!' ? 0 : letter.charCodeAt(0) / 10)),
    lat: fixes.map(() => 0),
    outside: fixes.map(({ letter }) => letter === '!'),
    accuracy: [],
  }
}

it.each([
  ['nothing', '', 1, []],
  ['one report', 'a', 1, [0]],
  ['what moves, at each step', 'abcdefg', 2, [0, 2, 4, 6]],
  ['a stop by its two ends', 'abbbbbc', 1, [0, 1, 5, 6]],
  ['a stop at the end by its last report', 'abbbb', 1, [0, 1, 4]],
  ['a stop that is shorter than a step', 'abbc', 3, [0, 3]],
  ['each change of the verdict', 'aa!!!aa', 1, [0, 1, 2, 4, 5, 6]],
  ['both sides of a silence of a tracker that stands', `aaa${'_'.repeat(20)}aaa`, 1, [0, 2, 3, 5]],
])('a thinned track has %s', (_, reports, minutes, kept) => {
  expect(thin(track(reports), minutes * 60_000)).toEqual(kept)
})
