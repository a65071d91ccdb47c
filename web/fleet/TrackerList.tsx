import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { choose, useChosen } from '../stores/chosen.ts'
import { positions } from '../stores/positions.ts'
import { FleetEmpty } from './FleetEmpty.tsx'
import { FleetFailed } from './FleetFailed.tsx'
import { FleetLoading } from './FleetLoading.tsx'
import { NoMatch } from './NoMatch.tsx'
import { countStates, filterRows, toRows } from './rows.ts'
import { SearchField } from './SearchField.tsx'
import { StateFilter } from './StateFilter.tsx'
import type { State } from './state.ts'
import classes from './TrackerList.module.css'
import { TrackerRows } from './TrackerRows.tsx'
import { useBeat } from './useBeat.ts'
import type { FleetState } from './useFleet.ts'

export function TrackerList({ fleet, status, retry }: FleetState) {
  const { t } = useTranslation()
  const now = useBeat()
  const chosen = useChosen((state) => state.id)
  const [search, setSearch] = useState('')
  const [state, setState] = useState<State | null>(null)
  const [cursor, setCursor] = useState<number | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: positions are read at each beat
  const rows = useMemo(() => toRows(fleet.trackers, { ...positions, alerts: fleet.leaving }), [fleet, now])
  const found = useMemo(() => filterRows(rows, search, state), [rows, search, state])
  const counts = useMemo(() => countStates(rows), [rows])

  const onKeyDown = (event: React.KeyboardEvent) => {
    const at = found.findIndex((row) => row.tracker.id === (cursor ?? chosen))
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setCursor(found[Math.max(0, Math.min(found.length - 1, at + step))]?.tracker.id ?? null)
    }
    if (event.key === 'Enter' && found.length > 0) {
      event.preventDefault()
      choose(found[Math.max(0, at)]!.tracker.id)
    }
  }
  const showAll = () => {
    setSearch('')
    setState(null)
  }

  if (status === 'failed') return <FleetFailed retry={retry} />
  if (status === 'loading') return <FleetLoading />
  if (fleet.trackers.length === 0) return <FleetEmpty />
  return (
    <section className={classes.list} aria-label={t('list.label')} onKeyDown={onKeyDown}>
      <div className={classes.head}>
        <SearchField value={search} onChange={setSearch} />
        <StateFilter counts={counts} value={state} onChange={setState} />
      </div>
      {found.length === 0 ? (
        <NoMatch showAll={showAll} />
      ) : (
        <TrackerRows rows={found} now={now} chosen={chosen} cursor={cursor} setCursor={setCursor} />
      )}
    </section>
  )
}
