import type { Row } from '#api/client.ts'
import { paths } from '../../core/paths.ts'

export type Report = Row<'reportconfig'>['report']

export const reports: readonly Report[] = ['trackerevents', 'alerts', 'trackers', 'boundaries']

const pages: Record<Report, (query: URLSearchParams) => string> = {
  trackerevents: paths.events,
  alerts: paths.alerts,
  trackers: paths.trackers,
  boundaries: paths.boundaries,
}

/** The address of a saved report: its list with its filters. Other programs may have saved more than text. */
export function viewOf({ report, query }: { report: Report; query: Record<string, unknown> }): string {
  return pages[report](new URLSearchParams(partsOf(query)))
}

/** Filters, search and order of a list, as its address has them: all that a report keeps. */
export function queryOf(params: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...params].filter(([name]) => name !== 'page'))
}

/** What a report narrows its list to, as text: `status: offline`. */
export const filtersOf = (query: Record<string, unknown>): string =>
  partsOf(query)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')

function partsOf(query: Record<string, unknown>): [string, string][] {
  return Object.entries(query)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => [name, String(value)])
}
