import type { ListQuery } from '#api/crud/list_query.ts'
import type { Contents } from './fill.ts'

export const PASSWORD = 'bench-password'
/** Days before today that have events. */
export const DAYS = 28

/** Puts another tracker, and another day, into a list each time. */
export function withValues(query: ListQuery, { tracker_ids, first_day }: Omit<Contents, 'people'>): ListQuery {
  const from = first_day + random(DAYS) * 86_400_000
  return {
    ...query,
    ...(query.tracker_id !== undefined && { tracker_id: tracker_ids[random(tracker_ids.length)]! }),
    ...(query.from !== undefined && {
      from: new Date(from).toISOString(),
      to: new Date(from + 86_400_000).toISOString(),
    }),
  }
}

/** Path and query of a list over REST. */
export function pathOf(plural: string, query: ListQuery): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]))
  return `${plural}?${new URLSearchParams(pairs)}`
}

const random = (below: number) => Math.floor(Math.random() * below)
