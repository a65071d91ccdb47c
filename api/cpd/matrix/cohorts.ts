/** Numbers of fewer people than this could name one of them. */
export const LEAST = 5

/**
 * Groups rows by cohort, in order; a row may be in several. Cohorts of fewer than `least` are put together, and while
 * these are too few as well, with the next smallest, so that no difference between groups is one person.
 */
export function cohortsOf<R>(rows: { row: R; cohorts: (string | null)[] }[], least: number): Cohort<R>[] {
  const members = new Map<string | null, R[]>()
  for (const { row, cohorts } of rows) {
    for (const cohort of cohorts) members.set(cohort, [...(members.get(cohort) ?? []), row])
  }
  const by_size = [...members].sort(([, a], [, b]) => a.length - b.length)
  const rest = new Set<R>()
  let merged = 0
  for (const [, some] of by_size) {
    const is_small = some.length < least || (rest.size > 0 && rest.size < least)
    if (!is_small) break
    for (const row of some) rest.add(row)
    merged++
  }
  const named = by_size.slice(merged).map(([cohort, some]) => ({ cohort, is_rest: false, members: some }))
  named.sort((a, b) => (a.cohort === null ? 1 : b.cohort === null ? -1 : a.cohort < b.cohort ? -1 : 1))
  if (rest.size === 0 || (rest.size < least && named.length === 0)) return named
  return [...named, { cohort: null, is_rest: true, members: [...rest] }]
}

type Cohort<R> = { cohort: string | null; is_rest: boolean; members: R[] }
