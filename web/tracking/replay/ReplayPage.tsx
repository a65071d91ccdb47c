import { useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { DocumentTitle } from '../../kit/page/Page.tsx'
import { boundariesOf } from '../kit/queries.ts'
import { useTrackerNames } from '../kit/useTrackerNames.ts'
import { Controls } from './Controls.tsx'
import { lineColour } from './colours.ts'
import { Legs } from './Legs.tsx'
import type { Shown } from './Markers.tsx'
import { createPlayback } from './player/playback.ts'
import { addressOf, type ChangeQuery, readQuery } from './query.ts'
import classes from './Replay.module.css'
import { ReplayQuery } from './ReplayQuery.tsx'
import { ReplayStatus } from './ReplayStatus.tsx'
import { useLegs } from './useLegs.ts'
import { useTracks } from './useTracks.ts'

const ReplayMap = lazy(() => import('./ReplayMap.tsx'))
const none: never[] = []

/** Plays back the positions of trackers. */
export function ReplayPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { timezone } = usePreferences()
  const [params, change] = useAddress()
  const { data: boundaries = none } = useQuery(boundariesOf(organisation_id))
  const query = useMemo(() => readQuery(params, timezone, Date.now()), [params, timezone])
  const named = useTrackerNames(query.trackers)
  const { tracks, ...loading } = useTracks(query.to > query.from ? query.trackers : none, query.from, query.to)
  const legs = useLegs(query.to > query.from ? query.trackers : none, query.from, query.to)
  const scheme = useComputedColorScheme('light')
  const shown = useMemo<Shown[]>(
    () =>
      tracks.map(({ id, track }, i) => {
        return { id, track, line: lineColour(scheme, i), name: named(id), legs: legs.get(id) ?? none }
      }),
    [tracks, legs, named, scheme],
  )
  const [player] = useState(createPlayback)
  const [selectedId, select] = useState<number | null>(null)
  const [follow, setFollow] = useState(true)
  const selected = shown.find(({ id }) => id === selectedId) ?? shown[0] ?? null
  const empty = shown.every(({ track }) => track.length === 0)

  useEffect(() => {
    if (loading.pending) return
    const ends = tracks.flatMap(({ track }) => (track.length > 0 ? [track[0]!.at, track.at(-1)!.at] : []))
    const moment = query.moment === null ? undefined : Date.parse(query.moment)
    player.cover(ends.length > 0 ? Math.min(...ends) : 0, ends.length > 0 ? Math.max(...ends) : 0, moment)
  }, [player, tracks, loading.pending, query.moment])
  useEffect(() => player.pause, [player])

  const changeQuery = (update: ChangeQuery) =>
    change((before) => addressOf(update(readQuery(before, timezone, Date.now()))))
  return (
    <main className={classes.page}>
      <DocumentTitle title={t('tracking:replay.title')} />
      <ReplayQuery organisation_id={organisation_id} query={query} changeQuery={changeQuery} />
      <div className={classes.stage}>
        <div className={classes.map}>
          <Suspense>
            <ReplayMap
              shown={shown}
              boundaries={boundaries}
              player={player}
              followed={follow && selected ? selected.track : null}
              unfollow={() => setFollow(false)}
            />
          </Suspense>
          <ReplayStatus
            query={query}
            empty={empty}
            {...loading}
            goTo={(day) => changeQuery((before) => ({ ...before, period: { day } }))}
          />
        </div>
        <Controls shown={shown} selected={selected} player={player} follow={follow} setFollow={setFollow} />
      </div>
      {selected && !loading.pending && <Legs shown={shown} selected={selected} select={select} player={player} />}
    </main>
  )
}
