import schema from 'virtual:resource/invitation'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/api.ts'
import { List } from '../../kit/lists/List.tsx'
import type { Column } from '../../kit/lists/Table.tsx'

const columns: Column<'invitation'>[] = [
  { name: 'email' },
  { name: 'role_name' },
  { name: 'expires_at' },
  { name: 'created_at' },
]

export function Invitations({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  return (
    <List
      resource="invitation"
      schema={schema}
      filters={{ organisation_id }}
      columns={columns}
      nameOf={({ email }) => email}
      bulk={[{ label: t('people:users.withdraw'), run: ({ id }) => client.remove('invitation', id) }]}
      empty={t('people:users.noInvitations')}
    />
  )
}
