import schema from 'virtual:resource/user'
import { Group, Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { client, post } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { List } from '../../kit/lists/List.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'
import type { Column } from '../../kit/lists/Table.tsx'
import { PeriodFilter } from '../../kit/period/PeriodFilter.tsx'
import { usePeriod } from '../../kit/period/usePeriod.ts'

const words = ['true', 'false'] as const

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
  const [confirmed] = useFilter('confirmed', words)
  const [locked] = useFilter('locked', words)
  const [everywhere, setEverywhere] = useFilter('everywhere', ['1'])
  const { period, setPeriod, bounds } = usePeriod()
  const textOf = (value: 'true' | 'false') => t(value === 'true' ? 'table.yes' : 'table.no')
  return (
    <>
      {platform_admin && (
        <Switch
          mb="md"
          label={t('people:users.everywhere')}
          checked={everywhere !== null}
          onChange={(event) => setEverywhere(event.currentTarget.checked ? '1' : null)}
        />
      )}
      <Group mb="md" align="flex-end">
        <div>
          <Text size="sm" fw={500} mb={8}>
            {t('people:fields.user.created_at')}
          </Text>
          <PeriodFilter value={period} onChange={setPeriod} />
        </div>
        <SelectFilter
          name="confirmed"
          values={words}
          textOf={textOf}
          mb={0}
          label={t('people:fields.user.confirmed_at')}
        />
        <SelectFilter name="locked" values={words} textOf={textOf} mb={0} label={t('people:users.locked')} />
      </Group>
      <List
        resource="user"
        schema={schema}
        filters={{
          ...(!everywhere && { organisation_id }),
          ...(confirmed && { confirmed: confirmed === 'true' }),
          ...(locked && { locked: locked === 'true' }),
          ...(bounds.from && { created_from: bounds.from }),
          ...(bounds.to && { created_to: bounds.to }),
        }}
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
