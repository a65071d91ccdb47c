import schema from 'virtual:resource/user'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, post } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { List } from '../../kit/lists/List.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'
import type { Column } from '../../kit/lists/Table.tsx'

const columns: Column<'user'>[] = [
  { name: 'display_name' },
  { name: 'username' },
  { name: 'email' },
  { name: 'active' },
  { name: 'confirmed_at' },
  { name: 'current_login_at' },
  { name: 'login_count', hidden: true },
  { name: 'platform_admin', hidden: true },
  { name: 'type', hidden: true },
  { name: 'number', hidden: true },
  { name: 'created_at', hidden: true },
  { name: 'created_address', hidden: true },
]

/** Platform administrators may list all organisations. */
export function Accounts({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const platform_admin = useSession((session) => session.user?.platform_admin)
  const [confirmed] = useFilter('confirmed', ['true', 'false'])
  const [everywhere, setEverywhere] = useState(false)
  return (
    <>
      {platform_admin && (
        <Switch
          mb="md"
          label={t('people:users.everywhere')}
          checked={everywhere}
          onChange={(event) => setEverywhere(event.currentTarget.checked)}
        />
      )}
      <SelectFilter
        name="confirmed"
        values={['true', 'false']}
        label={t('people:fields.user.confirmed_at')}
        textOf={(value) => (value === 'true' ? t('table.yes') : t('table.no'))}
      />
      <List
        resource="user"
        schema={schema}
        filters={{ ...(!everywhere && { organisation_id }), ...(confirmed && { confirmed: confirmed === 'true' }) }}
        columns={columns}
        nameOf={({ display_name }) => display_name}
        open={({ id }) => paths.user({ id })}
        bulk={[
          { label: t('people:users.activate'), run: ({ id }) => client.update('user', { id, active: true }) },
          { label: t('people:users.deactivate'), run: ({ id }) => client.update('user', { id, active: false }) },
          { label: t('people:users.confirm'), run: ({ id }) => post('user/confirm', { id }) },
          { label: t('people:users.unlock'), run: ({ id }) => post('user/unlock', { id }) },
        ]}
        removable
      />
    </>
  )
}
