import { useQuery } from '@tanstack/react-query'
import { countOf } from './queries.ts'

/** A fleet of more trackers is not held whole: the server sends what is looked at, and counts what is dense. */
const mostWhole = 5000

/** @returns null until it is known */
export function useByViewport(organisation_id: number): boolean | null {
  const { data, isError } = useQuery(countOf(organisation_id))
  return isError ? false : data === undefined ? null : data > mostWhole
}
