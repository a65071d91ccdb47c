import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { keys } from '../keys.ts'

/** Names of owners, as far as the user may see them. */
export function useOwners(organisation_id: number): (user_id: number | null) => string {
  const { t } = useTranslation()
  const me = useSession((session) => session.user?.id)
  const { data } = useQuery({
    queryKey: keys.members(organisation_id),
    queryFn: () => guarded(client.list('membership', { organisation_id, limit: 1000 })),
  })
  return (user_id) => {
    if (user_id === null) return t('tracking:boundaries.organisation')
    if (user_id === me) return t('tracking:boundaries.mine')
    return data?.data.find((member) => member.user_id === user_id)?.display_name ?? t('tracking:boundaries.otherPerson')
  }
}
