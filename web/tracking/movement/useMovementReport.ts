import schema from 'virtual:resource/reportschedule'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CreateBody } from '#api/client.ts'
import { client } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { choicesOf } from '../../kit/forms/schema.ts'

/** As the server declares them: a new report needs nothing here. */
export const kinds = choicesOf(schema.create!.properties.report!)
export const periods = choicesOf(schema.create!.properties.period!) as Period[]
export type Period = CreateBody<'reportschedule'>['period'] & string

/** Another report may not have the filters of this one. */
export const noFilters = {
  boundary_id: null,
  driver_id: null,
  at_least_s: null,
  after: null,
  first_of_day: null,
  unnamed: null,
  sensor_id: null,
  interval_min: null,
  low: null,
  high: null,
  work_days: null,
  work_from: null,
  work_until: null,
  columns: null,
}

/** Minutes of the intervals of a log. */
export const intervals = [5, 10, 15, 30, 60] as const

const clock = /^\d\d:\d\d$/

/** Reads what a report is asked from the address, as mails write it. */
export function readAsked(params: URLSearchParams): ReportRequest {
  const kind = kinds.find((one) => one === params.get('report')) ?? 'summary'
  const [from, until] = [params.get('from'), params.get('until')]
  const period = periods.find((one) => one === params.get('period')) ?? 'last_week'
  const ids = (name: string) =>
    (params.get(name) ?? '')
      .split(',')
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0)
  const trackers = ids('tracker')
  const sensors = ids('sensor_id')
  const number = (name: string) =>
    Number.isSafeInteger(Number(params.get(name) || undefined)) ? Number(params.get(name)) : null
  const decimal = (name: string) =>
    params.get(name)?.trim() && Number.isFinite(Number(params.get(name))) ? Number(params.get(name)) : null
  const matching = (name: string, pattern: RegExp) => (pattern.test(params.get(name) ?? '') ? params.get(name) : null)
  return {
    kind,
    ...(from && until ? { from, until } : { period }),
    trackers,
    group_id: number('group_id'),
    boundary_id: number('boundary_id'),
    driver_id: number('driver_id'),
    at_least_s: number('at_least_s'),
    after: matching('after', clock),
    first_of_day: params.get('first_of_day') === 'true' || null,
    unnamed: params.get('unnamed') === 'true' || null,
    sensor_id: sensors.length > 0 ? sensors : null,
    interval_min: intervals.find((one) => one === number('interval_min')) ?? null,
    low: decimal('low'),
    high: decimal('high'),
    work_days: matching('work_days', /^[1-7]{1,7}$/),
    work_from: matching('work_from', clock),
    work_until: matching('work_until', clock),
    columns: matching('columns', /^[a-z_]+(,[a-z_]+)*$/),
  }
}

/** The query of the API. */
export function queryOf({ kind, trackers, period, from, until, ...rest }: ReportRequest, organisation_id: number) {
  const asked = Object.entries(rest).filter(([, value]) => value !== null)
  return {
    report: kind,
    organisation_id,
    ...(from && until ? { from, until } : { period: period! }),
    ...(trackers.length > 0 && { tracker_id: trackers }),
    ...(Object.fromEntries(asked) as FilterQuery),
  }
}

export function useMovementReport(asked: ReportRequest) {
  const organisation_id = useSession((session) => session.organisation_id)!
  const query = queryOf(asked, organisation_id)
  const found = useQuery({
    queryKey: ['movement', organisation_id, query],
    queryFn: async () => (await client.act('GET movement/report', query)).data,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  return { ...found, query }
}

type FilterQuery = { [name in keyof Filters]?: NonNullable<Filters[name]> }
export type Filters = {
  group_id: number | null
  boundary_id: number | null
  driver_id: number | null
  at_least_s: number | null
  after: string | null
  first_of_day: true | null
  unnamed: true | null
  sensor_id: number[] | null
  interval_min: (typeof intervals)[number] | null
  low: number | null
  high: number | null
  work_days: string | null
  work_from: string | null
  work_until: string | null
  columns: string | null
}
export type ReportRequest = Filters & {
  kind: string
  trackers: number[]
  period?: Period
  from?: string
  until?: string
}
