import schema from 'virtual:resource/alert'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { useNow } from '../../kit/format/useNow.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { refreshMs, useRefresh } from '../../kit/lists/useRefresh.ts'
import { withFilters } from '../../kit/lists/withFilters.ts'
import { useReports } from '../reports/useReports.tsx'
import { AcknowledgeDialog } from './AcknowledgeDialog.tsx'
import { AlertFilters } from './AlertFilters.tsx'
import { filtersOf, queryOf } from './alertFilters.ts'
import { replayOf, useAlertColumns } from './useAlertColumns.tsx'

/** What happened, also what is over: each alert with its span, and who has seen to it. */
export function AlertsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const administers = useAdministers(organisation_id)
  const { timezone } = usePreferences()
  const [params, change] = useAddress()
  const now = useNow(refreshMs)
  const columns = useAlertColumns(now)
  useRefresh('alert')
  const reports = useReports('alerts')
  const filters = filtersOf(params)
  const query = queryOf(filters, { organisation_id, timezone, now })
  const narrowed = Object.keys(query).length > 1
  return (
    <ListPage
      title={t('tracking:alertsPage.title')}
      menu={reports.items}
      actions={
        <Button component={Link} to={paths.alarmDesk()} variant="default">
          {t('tracking:desk.title')}
        </Button>
      }
      resource="alert"
      schema={schema}
      filters={query}
      columns={columns}
      nameOf={({ tracker_name }) => tracker_name}
      open={({ tracker_id }) => paths.tracker({ id: tracker_id })}
      linksOf={(alert) => [
        { label: t('tracking:alertsPage.replay'), to: replayOf(alert, now) },
        { label: t('tracking:explain.ask'), to: paths.explain({ tracker: alert.tracker_id, alert: alert.id }) },
      ]}
      bulk={[
        {
          label: t('tracking:alerts.acknowledge'),
          fits: ({ acknowledged_at }) => !acknowledged_at,
          dialog: (alerts, close) => <AcknowledgeDialog alerts={alerts} close={close} />,
        },
        {
          label: t('tracking:alertsPage.changeNote'),
          single: true,
          fits: ({ acknowledged_at }) => acknowledged_at !== null,
          dialog: (alerts, close) => <AcknowledgeDialog alerts={alerts} close={close} />,
        },
      ]}
      links={[
        { to: paths.settings({ tab: 'alerts' }), label: t('tracking:home.notified') },
        { to: paths.watches(), label: t('tracking:watches.title') },
        ...(administers ? [{ to: paths.fireDrills(), label: t('tracking:drills.title') }] : []),
      ]}
      empty={narrowed ? t('tracking:alertsPage.noneMatch') : t('tracking:alertsPage.empty')}
    >
      <AlertFilters
        organisation_id={organisation_id}
        filters={filters}
        change={(changed) => change((before) => withFilters(before, changed))}
      />
      {reports.dialog}
    </ListPage>
  )
}
