import schema from 'virtual:resource/membership'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { List } from '../../kit/lists/List.tsx'
import type { Column } from '../../kit/lists/Table.tsx'
import { roles } from './roles.ts'

const columns: Column<'membership'>[] = [
  { name: 'display_name' },
  { name: 'username' },
  { name: 'email' },
  { name: 'role_name' },
  { name: 'created_at' },
]

export function Members({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  return (
    <List
      resource="membership"
      schema={schema}
      filters={{ organisation_id }}
      columns={columns}
      nameOf={({ display_name }) => display_name}
      open={({ user_id }) => paths.user({ id: user_id })}
      bulk={[
        ...roles.map((role_name) => ({
          label: t('people:users.makeRole', { role: choiceOf(t, role_name) }),
          run: ({ id }: { id: number }) => client.update('membership', { id, role_name }),
        })),
        {
          label: t('people:users.end'),
          ask: (count) => t('people:users.confirmEnd', { count }),
          run: ({ id }) => client.remove('membership', id),
        },
      ]}
      empty={t('people:users.noMembers')}
    />
  )
}
