import schema from 'virtual:resource/alertrequest'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'

/** Of which arrivals, departures and delays the person has asked to be notified. */
export function WatchesPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <ListPage
      title={t('tracking:watches.title')}
      text={t('tracking:watches.listText')}
      links={[{ to: paths.alerts(), label: t('menu.alerts') }]}
      resource="alertrequest"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'tracker_id', show: ({ tracker_name }) => tracker_name },
        { name: 'kind', show: ({ kind }) => t(`tracking:watches.${kind}`) },
        { name: 'boundary_id', show: ({ boundary_name }) => boundary_name },
        { name: 'expected_at' },
        { name: 'once', show: ({ once }) => t(once ? 'tracking:watches.once' : 'tracking:watches.each') },
        { name: 'notified_at' },
        { name: 'created_at', hidden: true },
      ]}
      nameOf={({ tracker_name, boundary_name }) => `${tracker_name}: ${boundary_name}`}
      open={({ tracker_id }) => paths.tracker({ id: tracker_id })}
      removable
      empty={t('tracking:watches.empty')}
    />
  )
}
