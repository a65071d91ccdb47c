import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fleet } from '../../kit/fleet.ts'
import { positions } from '../../kit/live/positions.ts'
import { useLiveClock } from '../../kit/live/useLiveClock.ts'
import { useViewportState } from '../../kit/live/viewportState.ts'
import { toListed } from '../../kit/rows.ts'
import type { Doing, State } from '../../kit/state.ts'
import { FleetFailed } from './FleetFailed.tsx'
import { FleetLoading } from './FleetLoading.tsx'
import { NoMatch } from './NoMatch.tsx'
import { SearchField } from './SearchField.tsx'
import { StateFilter } from './StateFilter.tsx'
import classes from './TrackerList.module.css'
import { TrackerRows } from './TrackerRows.tsx'
import { useListKeys } from './useListKeys.ts'
import { useTrackerPages } from './useTrackerPages.ts'

const pause = 200

/** List of a large fleet: the server searches and sends pages on scrolling. */
export function LargeList({ organisation_id, fleet }: { organisation_id: number; fleet: Fleet }) {
  const { t } = useTranslation()
  const now = useLiveClock()
  const counts = useViewportState((state) => state.counts)
  const movements = useViewportState((state) => state.movements)
  const [search, setSearch] = useState('')
  const [state, setState] = useState<State | null>(null)
  const [doing, setDoing] = useState<Doing | null>(null)
  const [words] = useDebouncedValue(search, pause)
  const { trackers, status, more, retry } = useTrackerPages(organisation_id, words, state, doing)

  // biome-ignore lint/correctness/useExhaustiveDependencies: positions are read at each update of the clock
  const rows = useMemo(
    () => toListed(trackers, { ...positions, alerts: fleet.leaving }),
    [trackers, fleet.leaving, now],
  )
  const { selected, cursor, setCursor, onKeyDown } = useListKeys(rows)
  const showAll = () => {
    setSearch('')
    setState(null)
    setDoing(null)
  }

  if (status === 'error') return <FleetFailed retry={retry} />
  return (
    <section className={classes.list} aria-label={t('tracking:fleet.label')} onKeyDown={onKeyDown}>
      <div className={classes.head}>
        <SearchField value={search} onChange={setSearch} />
        {counts && movements && (
          <StateFilter
            counts={counts}
            value={state}
            onChange={setState}
            movements={movements}
            doing={doing}
            onDoing={setDoing}
          />
        )}
      </div>
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
