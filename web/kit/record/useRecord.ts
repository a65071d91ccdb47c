import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { Name, Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import { refresh as refreshLists } from '../lists/useBulk.ts'

/**
 * Reads the row that the page's address names by `?id=`.
 *
 * @example
 * const record = useRecord('reminder')
 * return <Loaded query={record} title={…}>{(reminder) => …}</Loaded>
 */
export function useRecord<N extends Name>(resource: N, { fallback_id = null, once = false, refresh }: Options = {}) {
  const inAddress = Number(useSearchParams()[0].get('id'))
  const id = inAddress > 0 ? inAddress : fallback_id
  const { data, error } = useQuery({
    queryKey: queryKeys.record(resource, id ?? 0),
    queryFn: async () => (await guarded(client.read(resource, id!))).data,
    enabled: id !== null,
    staleTime: 0,
    ...(refresh && { refetchInterval: refresh }),
    ...(once && { refetchOnReconnect: false, gcTime: 0 }),
  })
  return { id, data, error }
}

/** Shows a row as the server has just answered it, on its own page and in all lists. */
export async function showRecord<N extends Name>(resource: N, row: Row<N> & { id: number }): Promise<void> {
  queries.setQueryData(queryKeys.record(resource, row.id), row)
  await refreshLists(resource)
}

type Options = {
  /** The row to show for an address without `id`. */
  fallback_id?: number | null
  /** Does not replace what is being edited by what is read later. */
  once?: boolean
  /** Milliseconds after which it is read again while the page is shown. */
  refresh?: number
}
