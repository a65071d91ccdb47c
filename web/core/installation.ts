import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { queryKeys } from './queryKeys.ts'
import { useSession } from './session.ts'

/** Public options of the installation: version, regions, device ports. */
export const installation = queryOptions({ queryKey: queryKeys.installation(), queryFn: api.options })

/** The same of the one that has served the page; it alone knows the others. */
export const ownInstallation = queryOptions({
  queryKey: queryKeys.ownInstallation(),
  queryFn: api.ownOptions,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Whether guests may register themselves; hidden where they may not. */
export function useRegistration(): 'open' | 'closed' {
  const guest = useSession(({ status }) => status === 'out')
  return useQuery({ ...installation, enabled: guest }).data?.registration ?? 'open'
}

/** Whether pages say that they are for testing: those of an installation for it, and of developers. */
export function useIsTesting(): boolean {
  const { user, status } = useSession()
  const here = useQuery({ ...installation, enabled: status === 'out' }).data?.testing
  return user ? user.testing === true : here === true
}
