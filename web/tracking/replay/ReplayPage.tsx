import { useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useSession } from '../../core/session.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { boundsOfDay } from '../../kit/format/zoned.ts'
import { DocumentTitle } from '../../kit/page/Page.tsx'
import { boundariesOf } from '../fleet/queries.ts'
import { useTrackerNames } from '../fleet/useTrackerNames.ts'
import { type Asked, addressOf, askedOf } from './asked.ts'
import { Controls } from './Controls.tsx'
import { lineColour } from './colours.ts'
import { Legs } from './Legs.tsx'
import type { Shown } from './Markers.tsx'
import { Notice } from './Notice.tsx'
import { createPlayback } from './playback.ts'
import classes from './Replay.module.css'
import { useTracks } from './useTracks.ts'
import { What } from './What.tsx'

const ReplayMap = lazy(() => import('./ReplayMap.tsx'))
const none: never[] = []

/** Where trackers were on a day, as if one had watched them. */
export function ReplayPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { timezone } = usePreferences()
  const [params, setParams] = useSearchParams()
  const { data: boundaries = none } = useQuery(boundariesOf(organisation_id))
  const asked = useMemo(() => askedOf(params, timezone, Date.now()), [params, timezone])
  const named = useTrackerNames(asked.trackers)
  const { tracks, ...loading } = useTracks(asked.to > asked.from ? asked.trackers : none, asked.from, asked.to)
  const scheme = useComputedColorScheme('light')
  const shown = useMemo<Shown[]>(
    () => tracks.map(({ id, track }, i) => ({ id, track, line: lineColour(scheme, i), name: named(id) })),
    [tracks, named, scheme],
  )
  const [player] = useState(createPlayback)
  const [wanted, choose] = useState<number | null>(null)
  const [follow, setFollow] = useState(true)
  const chosen = shown.find(({ id }) => id === wanted) ?? shown[0] ?? null
  const empty = shown.every(({ track }) => track.length === 0)

  useEffect(() => {
    if (loading.pending) return
    const ends = tracks.flatMap(({ track }) => (track.length > 0 ? [track[0]!.at, track.at(-1)!.at] : []))
    const moment = asked.moment === null ? undefined : Date.parse(asked.moment)
    player.cover(ends.length > 0 ? Math.min(...ends) : 0, ends.length > 0 ? Math.max(...ends) : 0, moment)
  }, [player, tracks, loading.pending, asked.moment])
  useEffect(() => player.pause, [player])

  const ask = (next: Omit<Asked, 'moment'>) => setParams(addressOf(next), { replace: true })
  return (
    <main className={classes.page}>
      <DocumentTitle title={t('tracking:replay.title')} />
      <What organisation_id={organisation_id} asked={asked} ask={ask} />
      <div className={classes.stage}>
        <div className={classes.map}>
          <Suspense>
            <ReplayMap
              shown={shown}
              boundaries={boundaries}
              player={player}
              followed={follow && chosen ? chosen.track : null}
              unfollow={() => setFollow(false)}
            />
          </Suspense>
          <Notice
            asked={asked}
            empty={empty}
            {...loading}
            goTo={(day) => ask({ ...asked, day, ...boundsOfDay(day, timezone)! })}
          />
        </div>
        <Controls shown={shown} chosen={chosen} player={player} follow={follow} setFollow={setFollow} />
      </div>
      {chosen && !loading.pending && <Legs shown={shown} chosen={chosen} choose={choose} player={player} />}
    </main>
  )
}
