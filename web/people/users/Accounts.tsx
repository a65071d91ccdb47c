import schema from 'virtual:resource/user'
import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { client, post } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { Filter } from '../../kit/lists/Filter.tsx'
import { FilterGroup } from '../../kit/lists/FilterGroup.tsx'
import { List } from '../../kit/lists/List.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'
import type { Column } from '../../kit/lists/Table.tsx'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { withFilters } from '../../kit/lists/withFilters.ts'
import { PeriodMenu } from '../../kit/period/PeriodMenu.tsx'
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
  const [, change] = useAddress()
  const { period, setPeriod, bounds } = usePeriod()
  const textOf = (value: 'true' | 'false') => t(value === 'true' ? 'table.yes' : 'table.no')
  return (
    <>
      <FilterGroup
        count={[everywhere, confirmed, locked].filter(Boolean).length}
        clear={() => change((before) => withFilters(before, { everywhere: null, confirmed: null, locked: null }))}
      >
        {platform_admin && (
          <Filter
            label={t('people:users.everywhere')}
            value={everywhere && t('table.yes')}
            clear={() => setEverywhere(null)}
          >
            <Switch
              label={t('people:users.everywhere')}
              checked={everywhere !== null}
              onChange={(event) => setEverywhere(event.currentTarget.checked ? '1' : null)}
            />
          </Filter>
        )}
        <SelectFilter name="confirmed" values={words} textOf={textOf} label={t('people:fields.user.confirmed_at')} />
        <SelectFilter name="locked" values={words} textOf={textOf} label={t('people:users.locked')} />
      </FilterGroup>
      <PeriodMenu label={t('people:fields.user.created_at')} value={period} onChange={setPeriod} />
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
