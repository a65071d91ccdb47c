import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './api.ts'

/** Public options of the installation: version, regions, device ports. */
export const installation = queryOptions({ queryKey: ['options'], queryFn: api.options })

/** Whether people may register themselves; hidden where they may not. */
export function useRegistration(): 'open' | 'closed' {
  return useQuery(installation).data?.registration ?? 'open'
}
