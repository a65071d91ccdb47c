import schema from 'virtual:resource/trackerevent'
import { Button, Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { withFilters } from '../../kit/lists/withFilters.ts'
import { ExportItems } from '../reports/ExportItems.tsx'
import { useReports } from '../reports/useReports.tsx'
import { EnterPosition } from './EnterPosition.tsx'
import { Filters } from './Filters.tsx'
import { filtersOf, queryOf } from './filters.ts'
import { useEventColumns } from './useEventColumns.tsx'
import { useEvidence } from './useEvidence.tsx'

/** By fix time, the index order for the events of one tracker. */
const ofOneTracker = { ...schema, default_sort: '-fix_at' }

/** Tracker events, newest first. */
export function HistoryPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { timezone } = usePreferences()
  const [params, change] = useAddress()
  const columns = useEventColumns()
  const filters = filtersOf(params)
  const query = queryOf(filters, { organisation_id, timezone, now: Date.now() })
  const reports = useReports('trackerevents')
  const evidence = useEvidence({ tracker_id: filters.tracker ?? null, organisation_id })
  const search = params.get('search')
  const narrowed = Object.keys(query).length > 1
  const replay = new URLSearchParams(filters.tracker ? { tracker: String(filters.tracker) } : {})
  return (
    <ListPage
      title={t('tracking:history.title')}
      actions={
        <>
          {filters.tracker && <EnterPosition tracker_id={filters.tracker} organisation_id={organisation_id} />}
          <Button component={Link} to={paths.replay(replay)}>
            {t('tracking:history.replay')}
          </Button>
        </>
      }
      menu={
        <>
          {reports.items}
          <Menu.Label>{t('tracking:history.export')}</Menu.Label>
          <ExportItems
            plural="trackerevents"
            query={{ ...query, ...(search && { search }) }}
            formats={['gpx', 'kml', 'geojson']}
          />
          {evidence.item}
        </>
      }
      resource="trackerevent"
      schema={filters.tracker ? ofOneTracker : schema}
      filters={query}
      columns={columns}
      nameOf={({ event }) => event}
      open={({ id }) => paths.event({ id })}
      empty={narrowed ? t('tracking:history.noneMatch') : t('tracking:history.empty')}
    >
      <Filters
        organisation_id={organisation_id}
        filters={filters}
        change={(changed) => change((before) => withFilters(before, changed))}
      />
      {reports.dialog}
      {evidence.dialog}
    </ListPage>
  )
}
