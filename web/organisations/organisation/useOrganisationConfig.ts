import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded, post } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'

/**
 * Settings of an organisation, null while it has the defaults, and a function that saves them unless another
 * administrator has saved since.
 */
export function useOrganisationConfig(organisation_id: number) {
  const { t } = useTranslation()
  /** A secret that the server has just made, and shows once. */
  const [secret, setSecret] = useState<string | null>(null)
  const queryKey = keys.organisationConfig(organisation_id)
  const { data, isError, isPending } = useQuery({
    queryKey,
    queryFn: async () => (await guarded(client.list('organisationconfig', { organisation_id }))).data[0] ?? null,
    staleTime: 0,
  })
  const save = async (body: Record<string, unknown>) => {
    const version = data && { modified_at: data.modified_at }
    const saved = await guarded(
      post<Row<'organisationconfig'>>('organisationconfig/save', { organisation_id, ...version, ...body }),
    )
    const { webhook_secret } = saved.data
    const is_new = webhook_secret !== null && !/^•+$/.test(webhook_secret)
    if (is_new) setSecret(webhook_secret)
    queries.setQueryData(queryKey, { ...saved.data, ...(is_new && { webhook_secret: '••••••••' }) })
    showSuccess(saved.message ?? t('organisations:organisation.configSaved'))
  }
  return { data, isError, isPending, save, secret, hideSecret: () => setSecret(null) }
}
