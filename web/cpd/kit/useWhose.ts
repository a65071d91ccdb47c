import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { useFilter } from '../../kit/lists/SelectFilter.tsx'
import { keys } from '../keys.ts'

export const whose = ['waiting', 'mine', 'all'] as const

/** Whose records a list shows: what waits for the person if something does and the address says nothing, else their own. */
export function useWhose(resource: 'devactivity' | 'procedure', organisation_id: number) {
  const { t } = useTranslation()
  const [chosen] = useFilter('of', whose)
  const { data: waiting } = useQuery({
    queryKey: keys.waiting(resource, organisation_id),
    queryFn: async () =>
      (await guarded(client.list(resource, { organisation_id, waiting: true, limit: 1 } as never))).info.total,
    staleTime: 0,
    enabled: chosen === null,
  })
  const of = chosen ?? (waiting ? 'waiting' : 'mine')
  return { of, chosen, any: t(`cpd:whose.${of}`) }
}
