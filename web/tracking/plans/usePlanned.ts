import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DataOf } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { addDays } from '../../kit/format/zoned.ts'
import { keys } from '../keys.ts'

/** The planned shifts of the week that begins on a day, by the calendar of the organisation. */
export function usePlanned(organisation_id: number, monday: string) {
  // A day more on either side: the clock of the organisation may be another than that of the browser.
  const span = { from: `${addDays(monday, -1)}T00:00:00Z`, to: `${addDays(monday, 8)}T00:00:00Z` }
  const days = daysOf(monday)
  return useQuery({
    queryKey: keys.planned(organisation_id, monday),
    queryFn: async () => (await guarded(client.act('GET plannedshifts/times', { organisation_id, ...span }))).data,
    select: (times) => times.filter(({ day }) => days.includes(day)),
    placeholderData: keepPreviousData,
  })
}

export const daysOf = (monday: string): string[] => [0, 1, 2, 3, 4, 5, 6].map((n) => addDays(monday, n)!)

/** The Monday of the week of a day. */
export function mondayOf(day: string): string {
  const weekday = (new Date(`${day}T12:00Z`).getUTCDay() + 6) % 7
  return addDays(day, -weekday)!
}

export type Planned = DataOf<'GET plannedshifts/times'>[number]
