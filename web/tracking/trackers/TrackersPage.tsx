import schema from 'virtual:resource/tracker'
import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { List } from '../../kit/lists/List.tsx'
import type { Column } from '../../kit/lists/Table.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { nameOf } from '../fleet/state.ts'
import { Online } from './Online.tsx'

const columns: Column<'tracker'>[] = [
  { name: 'name' },
  { name: 'number' },
  { name: 'type' },
  { name: 'online', show: (tracker) => <Online tracker={tracker} /> },
  { name: 'active' },
  { name: 'seen_at', hidden: true },
  { name: 'interval_s' },
  { name: 'interval_charging_s', hidden: true },
  { name: 'pause_after_still_s', hidden: true },
  { name: 'exit_confirmations', hidden: true },
  { name: 'exit_delay_s', hidden: true },
  { name: 'source_networks', hidden: true },
  { name: 'transports', hidden: true },
  { name: 'created_at' },
  { name: 'modified_at', hidden: true },
]

export function TrackersPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const add = (
    <Button component={Link} to={paths.trackerEdit()}>
      {t('tracking:trackers.new')}
    </Button>
  )
  return (
    <Page title={t('tracking:trackers.title')} actions={add} wide>
      <List
        key={organisation_id}
        resource="tracker"
        schema={schema}
        filters={{ organisation_id }}
        columns={columns}
        nameOf={nameOf}
        open={({ id }) => paths.trackerEdit({ id })}
        bulk={[
          { label: t('tracking:trackers.activate'), run: ({ id }) => client.update('tracker', { id, active: true }) },
          {
            label: t('tracking:trackers.deactivate'),
            run: ({ id }) => client.update('tracker', { id, active: false }),
          },
          {
            label: t('form.remove'),
            ask: (count) => t('table.confirmRemove', { count }),
            run: ({ id }) => client.remove('tracker', id),
          },
        ]}
        empty={
          <Stack align="center">
            <Text>{t('tracking:trackers.empty')}</Text>
            {add}
          </Stack>
        }
      />
    </Page>
  )
}
