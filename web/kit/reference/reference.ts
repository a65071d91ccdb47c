import { useQueries } from '@tanstack/react-query'
import { useCallback } from 'react'
import { queryKeys } from '../../core/queryKeys.ts'

/** The rows that a field may refer to. */
export type Reference = {
  resource: string
  /** What limits them, such as the organisation's id: part of the key they are cached by. */
  scope: number
  /** The first rows that match, at most `limit`; all for ''. */
  find: (search: string, limit: number) => Promise<OptionsPage>
  /** A row that is selected, which a search need not find. Null, or an error, if it cannot be read. */
  read: (id: number) => Promise<Option | null>
  texts?: {
    /** What an empty field is called. */
    none?: string
    /** There are no rows to refer to. */
    noRows?: string
    noMatch?: string
    failed?: string
    /** A row that cannot be read. */
    missing?: (id: number) => string
  }
}

/** @property detail tells rows of the same label apart */
export type Option = { id: number; label: string; detail?: string | undefined }
/** @property more whether further rows match */
type OptionsPage = { options: Option[]; more: boolean }

/** Labels of rows by id; each is read once and cached. A label is '' until it has been read. */
export function useLabels({ resource, scope, read, texts }: Reference, ids: readonly number[]): (id: number) => string {
  const rows = useQueries({
    queries: [...new Set(ids)].map((id) => ({
      queryKey: queryKeys.reference(resource, scope, id),
      queryFn: () => read(id),
    })),
    combine,
  })
  const missing = texts?.missing
  return useCallback(
    (id) => {
      const row = rows.get(id)
      if (row === undefined) return ''
      return row?.label ?? missing?.(id) ?? String(id)
    },
    [rows, missing],
  )

  function combine(results: { data: Option | null | undefined; isError: boolean }[]) {
    const rowOf = (index: number) => (results[index]?.isError ? null : results[index]?.data)
    return new Map([...new Set(ids)].map((id, index) => [id, rowOf(index)]))
  }
}
