import { type TrackerStatus, trackerStatuses } from '#api/client.ts'
import type { Filters } from '../../kit/lists/useListQuery.ts'

/** Percent. */
export const batteryLevels = [10, 20, 50] as const
/** Seconds without contact. */
export const silences = { hour: 3600, day: 86_400, week: 7 * 86_400, month: 30 * 86_400 } as const

/** Filters of the list of trackers from the address. What the server would refuse is left out. */
export function filtersOf(params: URLSearchParams): TrackerFilters {
  const whole = (name: string, most = Number.MAX_SAFE_INTEGER) => {
    const value = Number(params.get(name))
    return Number.isInteger(value) && value > 0 && value <= most ? value : null
  }
  return {
    status: trackerStatuses.find((status) => status === params.get('status')) ?? null,
    owner: whole('owner'),
    battery: whole('battery', 100),
    silent: whole('silent', 1_000_000_000),
    boundary: whole('boundary'),
    group: whole('group'),
    tag: whole('tag'),
  }
}

/** The API's filters. */
export function queryOf(
  { status, owner, battery, silent, boundary, group, tag }: TrackerFilters,
  organisation_id: number,
): Filters {
  return {
    organisation_id,
    ...(status && { state: status }),
    ...(owner && { owner_user_id: owner }),
    ...(battery && { battery_below: battery }),
    ...(silent && { silent_s: silent }),
    ...(boundary && { boundary_id: boundary }),
    ...(group && { group_id: group }),
    ...(tag && { tag_id: tag }),
  }
}

export type TrackerFilters = {
  status: TrackerStatus | null
  owner: number | null
  battery: number | null
  silent: number | null
  boundary: number | null
  /** With all below it. */
  group: number | null
  tag: number | null
}
