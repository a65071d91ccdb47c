import schema from 'virtual:resource/maintenanceplan'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { useUse } from './useUse.ts'

/** What is done again and again to trackers and groups. */
export function PlansPage() {
  const { t } = useTranslation()
  const { every } = useUse()
  const organisation_id = useSession((session) => session.organisation_id)!
  const administers = useAdministers(organisation_id)
  return (
    <ListPage
      title={t('tracking:maintenance.plans')}
      text={t('tracking:maintenance.plansText')}
      {...(administers && {
        create: { to: paths.maintenancePlan(), label: t('tracking:maintenance.newPlan'), whenEmpty: true },
      })}
      links={[
        { to: paths.maintenance(), label: t('tracking:maintenance.title') },
        ...(administers ? [{ to: paths.import({ kind: 'maintenanceplan' }), label: t('tracking:sheet.link') }] : []),
      ]}
      resource="maintenanceplan"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'name' },
        { name: 'tracker_id', show: ({ tracker_name }) => tracker_name ?? '' },
        { name: 'group_id', show: ({ group_name }) => group_name ?? '' },
        { name: 'every_m', show: (plan) => every(plan) },
        { name: 'starts_on', hidden: true },
        { name: 'note' },
      ]}
      nameOf={({ name }) => name}
      open={({ id }) => paths.maintenancePlan({ id })}
      removable={administers}
      empty={t('tracking:maintenance.noPlans')}
    />
  )
}
