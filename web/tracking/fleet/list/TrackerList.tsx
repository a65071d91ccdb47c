import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { positions } from '../../kit/live/positions.ts'
import { useLiveClock } from '../../kit/live/useLiveClock.ts'
import { countDoings, countStates, filterRows, toRows } from '../../kit/rows.ts'
import type { FleetState } from '../../kit/useFleet.ts'
import { FleetEmpty } from './FleetEmpty.tsx'
import { FleetFailed } from './FleetFailed.tsx'
import { FleetLoading } from './FleetLoading.tsx'
import { ListHead } from './ListHead.tsx'
import { NoMatch } from './NoMatch.tsx'
import classes from './TrackerList.module.css'
import { TrackerRows } from './TrackerRows.tsx'
import { useListFilters } from './useListFilters.ts'
import { useListKeys } from './useListKeys.ts'

export function TrackerList({ fleet, status, retry }: FleetState) {
  const { t } = useTranslation()
  const now = useLiveClock()
  const filters = useListFilters()
  const { search, state, doing, showAll } = filters

  // biome-ignore lint/correctness/useExhaustiveDependencies: positions are read at each update of the clock
  const rows = useMemo(() => toRows(fleet.trackers, { ...positions, alerts: fleet.leaving }), [fleet, now])
  const matches = useMemo(() => filterRows(rows, search, state, doing), [rows, search, state, doing])
  const counts = useMemo(() => countStates(rows), [rows])
  const movements = useMemo(() => countDoings(rows), [rows])

  const { selected, cursor, setCursor, onKeyDown } = useListKeys(matches)

  if (status === 'failed') return <FleetFailed retry={retry} />
  if (status === 'loading') return <FleetLoading />
  if (fleet.trackers.length === 0) return <FleetEmpty />
  return (
    <section className={classes.list} aria-label={t('tracking:fleet.label')} onKeyDown={onKeyDown}>
      <ListHead filters={filters} counts={counts} movements={movements} />
      {matches.length === 0 ? (
        <NoMatch showAll={showAll} />
      ) : (
        <TrackerRows rows={matches} now={now} selected={selected} cursor={cursor} setCursor={setCursor} />
      )}
    </section>
  )
}
