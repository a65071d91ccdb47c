import schema from 'virtual:resource/tracker'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import type { Column } from '../../kit/lists/Table.tsx'
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
  return (
    <ListPage
      title={t('tracking:trackers.title')}
      create={{ to: paths.trackerEdit(), label: t('tracking:trackers.new'), whenEmpty: true }}
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
      ]}
      removable
      empty={t('tracking:trackers.empty')}
    />
  )
}
