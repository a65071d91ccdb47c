import schema from 'virtual:resource/tracker'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers, useDispatches } from '../../core/useAdministers.ts'
import { useNow } from '../../kit/format/useNow.ts'
import type { BulkAction } from '../../kit/lists/BulkBar.tsx'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { refreshMs, useRefresh } from '../../kit/lists/useRefresh.ts'
import { withFilters } from '../../kit/lists/withFilters.ts'
import { CommandDialog } from '../commands/CommandDialog.tsx'
import { guardActions } from '../guard/guardActions.ts'
import { nameOf } from '../kit/state.ts'
import { BorrowedList } from '../loans/BorrowedList.tsx'
import { useReports } from '../reports/useReports.tsx'
import { ShareTrackersDialog } from '../share/ShareTrackersDialog.tsx'
import type { Tracker } from '../types.ts'
import { TrackerFilters } from './TrackerFilters.tsx'
import { trackerChanges } from './trackerChanges.ts'
import { filtersOf, queryOf } from './trackerFilters.ts'
import { useTrackerColumns } from './useTrackerColumns.tsx'

/** Trackers with what is known of them now. Filters are in the address: `?status=offline&battery=20`. */
export function TrackersPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [params, change] = useAddress()
  const columns = useTrackerColumns(useNow(refreshMs))
  useRefresh('tracker')
  // Staff see the trackers of others, and change none.
  const administers = useAdministers(organisation_id)
  const dispatches = useDispatches(organisation_id)
  const changes = administers || !dispatches
  const reports = useReports('trackers')
  const filters = filtersOf(params)
  const query = queryOf(filters, organisation_id)
  const narrowed = Object.keys(query).length > 1
  return (
    <ListPage
      title={t('tracking:trackers.title')}
      {...(changes && {
        create: { to: paths.trackerEdit(), label: t('tracking:trackers.new'), ...(!narrowed && { whenEmpty: true }) },
      })}
      links={linksOf(t, { administers, changes })}
      menu={reports.items}
      resource="tracker"
      schema={schema}
      filters={query}
      columns={columns}
      nameOf={nameOf}
      open={({ id }) => paths.tracker({ id })}
      linksOf={({ id }) => [
        { label: t('tracking:trackers.map'), to: paths.map({ tracker: id }) },
        { label: t('tracking:panel.replay'), to: paths.replay({ tracker: id }) },
      ]}
      bulk={[
        sharing(t),
        ...(dispatches || changes ? guardActions(t) : []),
        ...((changes
          ? [
              {
                label: t('tracking:trackers.activate'),
                run: ({ id }) => client.update('tracker', { id, active: true }),
              },
              {
                label: t('tracking:trackers.deactivate'),
                run: ({ id }) => client.update('tracker', { id, active: false }),
              },
              {
                label: t('tracking:commands.send'),
                dialog: (trackers, close) => (
                  <CommandDialog
                    to={{ tracker_ids: trackers.map(({ id }) => id) }}
                    by_sms={administers && trackers.some(({ sim_number }) => sim_number !== null)}
                    transports={[...new Set(trackers.flatMap((tracker) => tracker.transports))]}
                    title={commandTitle(t, trackers)}
                    close={close}
                  />
                ),
              },
            ]
          : []) satisfies BulkAction<'tracker'>[]),
      ]}
      changing={changes ? trackerChanges(t, organisation_id, administers) : undefined}
      removable={changes}
      empty={narrowed ? t('tracking:fleet.noMatch') : t('tracking:trackers.empty')}
    >
      <BorrowedList organisation_id={organisation_id} />
      <TrackerFilters
        organisation_id={organisation_id}
        filters={filters}
        change={(changed) => change((before) => withFilters(before, changed))}
      />
      {reports.dialog}
    </ListPage>
  )
}

/** The pages of what belongs to trackers. */
const linksOf = (t: TFunction, { administers, changes }: { administers: boolean; changes: boolean }) => [
  { to: paths.trackerGroups(), label: t('tracking:trackerGroups.title') },
  ...(administers ? [{ to: paths.tags(), label: t('tracking:tags.title') }] : []),
  { to: paths.drivers(), label: t('tracking:drivers.title') },
  { to: paths.maintenance(), label: t('tracking:maintenance.title') },
  { to: paths.sensors(), label: t('tracking:sensors.title') },
  { to: paths.proximityRules(), label: t('tracking:proximity.title') },
  { to: paths.commands(), label: t('tracking:commands.title') },
  { to: paths.shares(), label: t('tracking:share.list') },
  { to: paths.loans(), label: t('tracking:loans.title') },
  ...(changes ? [{ to: paths.import({ kind: 'tracker' }), label: t('tracking:sheet.link') }] : []),
]

const sharing = (t: TFunction): BulkAction<'tracker'> => ({
  label: t('tracking:share.shareSome'),
  dialog: (trackers, close) => <ShareTrackersDialog trackers={trackers} close={close} />,
})

const commandTitle = (t: TFunction, trackers: Tracker[]) =>
  trackers.length === 1
    ? t('tracking:commands.sendTo', { name: nameOf(trackers[0]!) })
    : t('tracking:commands.sendToSome', { count: trackers.length })
