import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { queryKeys } from './queryKeys.ts'

/** The version, the other regions, and where devices connect. */
export const installation = queryOptions({ queryKey: queryKeys.installation(), queryFn: api.options })

/** Whether people may register themselves; where they may not, it is not offered. */
export function useRegistration(): 'open' | 'closed' {
  return useQuery(installation).data?.registration ?? 'open'
}
