import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { type Role, roles } from './roles.ts'

/** The built-in roles and those of the organisation, as the values of a select. */
export function useRoleChoices(organisation_id: number): Choice[] {
  const { t } = useTranslation()
  const { data = [] } = useQuery({
    queryKey: [...queryKeys.rows('role'), 'choices', organisation_id],
    queryFn: async () => (await guarded(client.list('role', { organisation_id, sort: 'name', limit: 100 }))).data,
  })
  const own = data.map(({ id, name, base }) => ({
    value: `${base} ${id}`,
    label: t('people:roles.choice', { name, base: choiceOf(t, base!) }),
  }))
  return [...roles.map((role) => ({ value: role, label: choiceOf(t, role) })), ...own]
}

/** The value of a membership's or an invitation's role. */
export const choiceValue = ({ role_name, role_id }: Chosen) => (role_id ? `${role_name} ${role_id}` : role_name)

/** What a value sets. */
export function chosenOf(value: string): Chosen {
  const [role_name, id] = value.split(' ')
  return { role_name: role_name as Role, role_id: id ? Number(id) : null }
}

type Choice = { value: string; label: string }
type Chosen = { role_name: Role; role_id: number | null }
