import schema from 'virtual:resource/driver'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { groupsOf } from '../../people/members/groupReference.ts'
import { LicenceState } from './LicenceState.tsx'

/** Who drives: licences and keys. */
export function DriversPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const administers = useAdministers(organisation_id)
  return (
    <ListPage
      title={t('tracking:drivers.title')}
      text={t('tracking:drivers.text')}
      {...(administers && { create: { to: paths.driver(), label: t('tracking:drivers.new'), whenEmpty: true } })}
      links={[
        { to: paths.plannedShifts(), label: t('tracking:plans.title') },
        { to: paths.myTrips(), label: t('tracking:myTrips.title') },
        { to: paths.whoDrove(), label: t('tracking:drivers.whoDrove') },
        ...(administers ? [{ to: paths.import({ kind: 'driver' }), label: t('tracking:sheet.link') }] : []),
        { to: paths.trackers(), label: t('tracking:trackers.title') },
      ]}
      resource="driver"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'name' },
        { name: 'phone' },
        { name: 'licence', show: ({ licence }) => <LicenceState licence={licence} /> },
        { name: 'licence_expires_on' },
        { name: 'licence_number', hidden: true },
        { name: 'keys' },
        { name: 'created_at', hidden: true },
        { name: 'modified_at', hidden: true },
      ]}
      nameOf={({ name }) => name}
      open={({ id }) => paths.driver({ id })}
      changing={
        administers
          ? {
              organisation_id,
              fields: ['group_id'],
              references: { group_id: groupsOf(organisation_id, t('tracking:trackerGroups.none')) },
            }
          : undefined
      }
      removable={administers}
      empty={t('tracking:drivers.empty')}
    />
  )
}
