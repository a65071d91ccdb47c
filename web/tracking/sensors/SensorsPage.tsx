import schema from 'virtual:resource/sensor'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useDispatches } from '../../core/useAdministers.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'

/** The sensors of trackers, groups and the organisation. */
export function SensorsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const dispatches = useDispatches(organisation_id)
  return (
    <ListPage
      title={t('tracking:sensors.title')}
      text={t('tracking:sensors.text')}
      {...(dispatches && { create: { to: paths.sensor(), label: t('tracking:sensors.new'), whenEmpty: true } })}
      resource="sensor"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'name' },
        {
          name: 'tracker_id',
          show: ({ tracker_name, group_id }) => tracker_name ?? (group_id ? '' : t('tracking:sensors.all')),
        },
        { name: 'group_id', show: ({ group_name }) => group_name ?? '' },
        { name: 'path', show: ({ path, sum_of }) => (sum_of ? `Σ ${sum_of.join(' + ')}` : path) },
        { name: 'unit' },
      ]}
      nameOf={({ name }) => name}
      open={({ id }) => paths.sensor({ id })}
      removable={dispatches}
      empty={t('tracking:sensors.none')}
    />
  )
}
