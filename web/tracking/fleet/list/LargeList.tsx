import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fleet } from '../../kit/fleet.ts'
import { positions } from '../../kit/live/positions.ts'
import { useLiveClock } from '../../kit/live/useLiveClock.ts'
import { useViewportState } from '../../kit/live/viewportState.ts'
import { toListed } from '../../kit/rows.ts'
import { FleetFailed } from './FleetFailed.tsx'
import { FleetLoading } from './FleetLoading.tsx'
import { ListHead } from './ListHead.tsx'
import { NoMatch } from './NoMatch.tsx'
import classes from './TrackerList.module.css'
import { TrackerRows } from './TrackerRows.tsx'
import { useListFilters } from './useListFilters.ts'
import { useListKeys } from './useListKeys.ts'
import { useTrackerPages } from './useTrackerPages.ts'

const pause = 200

/** List of a large fleet: the server searches and sends pages on scrolling. */
export function LargeList({ organisation_id, fleet }: { organisation_id: number; fleet: Fleet }) {
  const { t } = useTranslation()
  const now = useLiveClock()
  const counts = useViewportState((state) => state.counts)
  const movements = useViewportState((state) => state.movements)
  const filters = useListFilters()
  const { search, state, doing, showAll } = filters
  const [words] = useDebouncedValue(search, pause)
  const { trackers, status, more, retry } = useTrackerPages(organisation_id, words, state, doing)

  // biome-ignore lint/correctness/useExhaustiveDependencies: positions are read at each update of the clock
  const rows = useMemo(
    () => toListed(trackers, { ...positions, alerts: fleet.leaving }),
    [trackers, fleet.leaving, now],
  )
  const { selected, cursor, setCursor, onKeyDown } = useListKeys(rows)

  if (status === 'error') return <FleetFailed retry={retry} />
  return (
    <section className={classes.list} aria-label={t('tracking:fleet.label')} onKeyDown={onKeyDown}>
      <ListHead filters={filters} counts={counts} movements={movements} />
      {status === 'pending' ? (
        <FleetLoading />
      ) : rows.length === 0 ? (
        <NoMatch showAll={showAll} />
      ) : (
        <TrackerRows rows={rows} now={now} selected={selected} cursor={cursor} setCursor={setCursor} onEnd={more} />
      )}
    </section>
  )
}
