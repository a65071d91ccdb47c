import { useQuery } from '@tanstack/react-query'
import { countOf } from './queries.ts'

/** Larger fleets are not loaded whole: the server sends the current viewport and aggregates dense areas. */
const maxWhole = 5000

/** @returns whether the server sends viewports only; null while loading */
export function useByViewport(organisation_id: number): boolean | null {
  const { data, isError } = useQuery(countOf(organisation_id))
  return isError ? false : data === undefined ? null : data > maxWhole
}
