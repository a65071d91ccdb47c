import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { positions } from '../../kit/live/positions.ts'
import { useLiveClock } from '../../kit/live/useLiveClock.ts'
import { countDoings, countStates, filterRows, toRows } from '../../kit/rows.ts'
import type { Doing, State } from '../../kit/state.ts'
import type { FleetState } from '../../kit/useFleet.ts'
import { FleetEmpty } from './FleetEmpty.tsx'
import { FleetFailed } from './FleetFailed.tsx'
import { FleetLoading } from './FleetLoading.tsx'
import { NoMatch } from './NoMatch.tsx'
import { SearchField } from './SearchField.tsx'
import { StateFilter } from './StateFilter.tsx'
import classes from './TrackerList.module.css'
import { TrackerRows } from './TrackerRows.tsx'
import { useListKeys } from './useListKeys.ts'

export function TrackerList({ fleet, status, retry }: FleetState) {
  const { t } = useTranslation()
  const now = useLiveClock()
  const [search, setSearch] = useState('')
  const [state, setState] = useState<State | null>(null)
  const [doing, setDoing] = useState<Doing | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: positions are read at each update of the clock
  const rows = useMemo(() => toRows(fleet.trackers, { ...positions, alerts: fleet.leaving }), [fleet, now])
  const matches = useMemo(() => filterRows(rows, search, state, doing), [rows, search, state, doing])
  const counts = useMemo(() => countStates(rows), [rows])
  const movements = useMemo(() => countDoings(rows), [rows])

  const { selected, cursor, setCursor, onKeyDown } = useListKeys(matches)
  const showAll = () => {
    setSearch('')
    setState(null)
    setDoing(null)
  }

  if (status === 'failed') return <FleetFailed retry={retry} />
  if (status === 'loading') return <FleetLoading />
  if (fleet.trackers.length === 0) return <FleetEmpty />
  return (
    <section className={classes.list} aria-label={t('tracking:fleet.label')} onKeyDown={onKeyDown}>
      <div className={classes.head}>
        <SearchField value={search} onChange={setSearch} />
        <StateFilter
          counts={counts}
          value={state}
          onChange={setState}
          movements={movements}
          doing={doing}
          onDoing={setDoing}
        />
      </div>
      {matches.length === 0 ? (
        <NoMatch showAll={showAll} />
      ) : (
        <TrackerRows rows={matches} now={now} selected={selected} cursor={cursor} setCursor={setCursor} />
      )}
    </section>
  )
}
