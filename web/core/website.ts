import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { queryKeys } from './queryKeys.ts'
import { useSession } from './session.ts'

/** The settings of the installation, which its platform administrators change. */
export const website = queryOptions({
  queryKey: queryKeys.website('installation'),
  queryFn: () => api.website(),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The settings as the reader sees them: what the organisation has set comes first, and before sign-in that of the site. */
export function useWebsite() {
  const of = useSession(({ status, organisation_id }) =>
    status === 'in' ? (organisation_id ?? 'installation') : 'guest',
  )
  const isRestoring = useSession(({ status }) => status === 'restoring')
  return useQuery({
    queryKey: queryKeys.website(of),
    queryFn: () => api.website(typeof of === 'number' ? of : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    // Whose settings are shown is known with the session.
    enabled: !isRestoring,
    placeholderData: (before) => before,
  })
}
