import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { queryKeys } from './queryKeys.ts'
import { useSession } from './session.ts'
import type { UserConfig } from './types.ts'
import type { Units } from './units.ts'

export const configOf = (organisation_id: number, user_id: number) =>
  queryOptions({
    queryKey: queryKeys.userConfig(organisation_id, user_id),
    queryFn: () => api.userConfig(organisation_id, user_id),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The user's display preferences in the current organisation. */
export function usePreferences(): Preferences {
  const { user, organisation_id } = useSession()
  const { data } = useQuery({
    ...configOf(organisation_id ?? 0, user?.id ?? 0),
    enabled: user !== null && organisation_id !== null,
  })
  return {
    units: data?.units ?? 'metric',
    date_format: data?.date_format ?? 'friendly',
    timezone: data?.timezone ?? user?.timezone ?? 'Pacific/Auckland',
    locale: data?.locale ?? null,
  }
}

type Preferences = { units: Units; date_format: UserConfig['date_format']; timezone: string; locale: string | null }
