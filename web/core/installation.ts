import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { queryKeys } from './queryKeys.ts'

/** Public options of the installation: version, regions, device ports. */
export const installation = queryOptions({ queryKey: queryKeys.installation(), queryFn: api.options })

/** Whether people may register themselves; hidden where they may not. */
export function useRegistration(): 'open' | 'closed' {
  return useQuery(installation).data?.registration ?? 'open'
}
