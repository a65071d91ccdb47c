import { expect, it } from 'vitest'
import { type AreaFix, followArea, type OpenVisit } from './follow.ts'

/** i inside, o outside, p outside after crossing the area; a letter a second. */
function follow(reports: string) {
  const ended: string[] = []
  let open: OpenVisit | null = null
  for (const [at, letter] of [...reports].entries()) {
    const fix: AreaFix = { at, lon: 0, lat: 0, inside: letter === 'i', passed_at: letter === 'p' ? at - 0.5 : null }
    const next = followArea(open, fix)
    open = next.open
    if (next.ended) ended.push(`${next.ended.began}-${next.ended.ended}:${next.ended.reports}`)
  }
  return { ended, open }
}

it.each([
  ['one that is left', 'oiiioo', ['1-3:3'], null],
  ['one report outside ends none', 'iioioo', ['0-3:3'], null],
  ['two visits', 'iooioo', ['0-0:1', '3-3:1'], null],
  ['a passage between two reports', 'oopoo', ['1.5-1.5:0'], null],
  ['a crossing on the way out is no visit of its own', 'ipoo', ['0-0:1'], null],
  ['one that continues', 'oii', [], { began: 1, last: 2, outside: false }],
  ['one that may have been left', 'oiio', [], { began: 1, last: 2, outside: true }],
])('visits of an area: %s', (_, reports, ended, open) => {
  const found = follow(reports)
  expect(found.ended).toEqual(ended)
  if (open) expect(found.open).toMatchObject(open)
  else expect(found.open).toBeNull()
})
