import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client, guarded, post } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'

/**
 * Settings of an organisation, null while it has the defaults, and a function that saves them unless another
 * administrator has saved since.
 */
export function useOrganisationConfig(organisation_id: number) {
  const { t } = useTranslation()
  const queryKey = queryKeys.organisationConfig(organisation_id)
  const { data, isError, isPending } = useQuery({
    queryKey,
    queryFn: async () => (await guarded(client.list('organisationconfig', { organisation_id }))).data[0] ?? null,
    staleTime: 0,
  })
  const save = async (body: Record<string, unknown>) => {
    const version = data && { modified_at: data.modified_at }
    const saved = await guarded(post<object>('organisationconfig/save', { organisation_id, ...version, ...body }))
    queries.setQueryData(queryKey, saved.data)
    showSuccess(saved.message ?? t('organisations:organisation.configSaved'))
  }
  return { data, isError, isPending, save }
}
