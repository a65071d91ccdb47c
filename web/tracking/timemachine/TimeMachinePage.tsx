import { Anchor, Text, Title } from '@mantine/core'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { DocumentTitle } from '../../kit/page/Page.tsx'
import { DayInput } from '../../kit/period/DayInput.tsx'
import { PlayButtons } from '../replay/player/PlayButtons.tsx'
import { createPlayback, type Player } from '../replay/player/playback.ts'
import { TimeSlider } from '../replay/player/TimeSlider.tsx'
import layout from '../replay/Replay.module.css'
import { Busyness } from './Busyness.tsx'
import { Moment } from './Moment.tsx'
import { nearText, readQuery } from './query.ts'
import { Reading } from './Reading.tsx'
import classes from './TimeMachine.module.css'
import { useFleetTracks } from './useFleetTracks.ts'
import { useMoment } from './useMoment.ts'
import { useMomentInAddress } from './useMomentInAddress.ts'

const PastMap = lazy(() => import('./PastMap.tsx'))

/** The whole fleet at any moment of a day. */
export function TimeMachinePage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { timezone } = usePreferences()
  const [params, change] = useAddress()
  // Today is shown until the page was opened: the live map shows what follows.
  const [now] = useState(Date.now)
  const query = useMemo(() => readQuery(params, timezone, now), [params, timezone, now])
  const { day, from, to, near } = query
  const asked = useFleetTracks(organisation_id, from, to)
  const fleet = asked.whole?.fleet ?? null
  const loaded = asked.whole?.read ?? 0
  const done = asked.whole !== null && asked.done
  const [player] = useState(createPlayback)
  const [selected, select] = useState<number | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment moves within a day without it
  useEffect(() => player.cover(Date.parse(from), Date.parse(to), query.at), [player, from, to])
  useEffect(() => player.pause, [player])
  useMomentInAddress(player)

  const set = useCallback(
    (name: 'day' | 'near', value: string | null) =>
      change((before) => {
        before.delete(name)
        if (name === 'day') before.delete('t')
        if (value) before.set(name, value)
        return before
      }),
    [change],
  )
  const ask = useCallback((place: { lat: number; lon: number }) => set('near', nearText(place)), [set])
  return (
    <main className={layout.page}>
      <DocumentTitle title={t('tracking:timemachine.title')} />
      <Head day={day} onDay={(next) => set('day', next)} />
      <div className={layout.stage}>
        <div className={layout.map}>
          <Suspense>
            <PastMap
              organisation_id={organisation_id}
              fleet={fleet}
              loaded={loaded}
              done={done}
              player={player}
              selected={selected}
              select={select}
              near={near}
              ask={ask}
            />
          </Suspense>
          <Reading asked={asked} />
        </div>
        <section className={layout.controls} aria-label={t('tracking:timemachine.title')}>
          <div className={layout.buttons}>
            <PlayButtons player={player} />
            <Clock player={player} />
          </div>
          <TimeSlider player={player}>
            <Busyness fleet={fleet} loaded={loaded} />
          </TimeSlider>
        </section>
      </div>
      {fleet && (
        <Moment
          fleet={fleet}
          loaded={loaded}
          player={player}
          selected={selected}
          select={select}
          near={near}
          clear={() => set('near', null)}
        />
      )}
    </main>
  )
}

function Head({ day, onDay }: { day: string; onDay: (day: string) => void }) {
  const { t } = useTranslation()
  return (
    <section className={layout.query}>
      <div className={layout.head}>
        <Title order={1} size="h4">
          {t('tracking:timemachine.title')}
        </Title>
        <Anchor component={Link} to={paths.map()} size="sm">
          {t('tracking:timemachine.live')}
        </Anchor>
      </div>
      <Text size="sm" c="dimmed">
        {t('tracking:timemachine.text')}
      </Text>
      <DayInput day={day} onChange={onDay} />
    </section>
  )
}

function Clock({ player }: { player: Player }) {
  const { moment } = useTimes()
  const at = new Date(useMoment(player)).toISOString()
  return (
    <time className={classes.clock} dateTime={at}>
      {moment(at, true)}
    </time>
  )
}
