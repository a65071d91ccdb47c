import { NativeSelect, Text, Title, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { toDuration } from '../../kit/format/format.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { useUnits } from '../../kit/format/useUnits.ts'
import { useDistance } from '../kit/useDistance.ts'
import { ShareTripButton } from '../share/ShareTripButton.tsx'
import { type Leg, totalOf } from './legs.ts'
import type { Shown } from './Markers.tsx'
import type { Player } from './player/playback.ts'
import classes from './Replay.module.css'
import { usePlaceOfLeg } from './usePlaceOfLeg.ts'

/** Trips and stops of one tracker; a press jumps to the start of one. */
export function Legs({ shown, selected, select, player }: Props) {
  const { t } = useTranslation()
  const { legs } = selected
  const current = useStore(player.store, ({ at }) => legs.findLastIndex(({ from }) => from <= at))
  return (
    <section className={classes.legs} aria-labelledby="legs">
      <Title order={2} size="h5" id="legs">
        {t('tracking:replay.tripsTitle')}
      </Title>
      {shown.length > 1 && (
        <NativeSelect
          aria-label={t('tracking:replay.tripsOf')}
          data={shown.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(selected.id)}
          onChange={(event) => select(Number(event.currentTarget.value))}
        />
      )}
      <Total legs={legs} />
      {legs.length === 0 ? (
        <Text c="dimmed" size="sm">
          {t('tracking:replay.noTrips')}
        </Text>
      ) : (
        <ol className={classes.list}>
          {legs.map((leg, i) => (
            <li key={leg.id} className={classes.legLine}>
              <LegLine leg={leg} current={i === current} onPick={() => player.seek(leg.from)} />
              {leg.kind === 'trip' && !leg.is_private && (
                <ShareTripButton
                  tracker_id={selected.id}
                  trip={{ id: leg.id, began_at: new Date(leg.from).toISOString(), runs: leg.runs }}
                />
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function LegLine({ leg, current, onPick }: { leg: Leg; current: boolean; onPick: () => void }) {
  const { t } = useTranslation()
  const { time } = useTimes()
  const now = Date.now()
  const clock = (at: number) => time(new Date(at).toISOString(), now)
  const [from, to] = [clock(leg.from), clock(leg.to)]
  // The date of a day is shown once.
  const span = t('tracking:replay.span', { from, to: from.slice(0, -5) === to.slice(0, -5) ? to.slice(-5) : to })
  const trip = leg.kind === 'trip'
  const place = usePlaceOfLeg()(leg)
  return (
    <UnstyledButton className={classes.leg} aria-current={current || undefined} onClick={onPick}>
      <span className={classes.kind} data-kind={leg.kind} aria-hidden="true" />
      <span>
        <b>{t(`tracking:replay.kinds.${leg.kind}`)}</b> {toDuration(leg.duration_s)}
        <br />
        <span className={classes.quiet}>
          {span}
          {leg.kind === 'stop' && place && (
            <>
              <br />
              {place}
            </>
          )}
          {leg.is_private && (
            <>
              <br />
              {t('tracking:myTrips.private')}
            </>
          )}
          {leg.idle_s >= 60 && (
            <>
              <br />
              {t('tracking:replay.idle', { duration: toDuration(leg.idle_s) })}
            </>
          )}
        </span>
      </span>
      {(trip || leg.distance_m > 0) && <TripFacts leg={leg} />}
    </UnstyledButton>
  )
}

function TripFacts({ leg }: { leg: Leg }) {
  const { t } = useTranslation()
  const { speed } = useUnits()
  const distance = useDistance()
  return (
    <span className={classes.facts}>
      {distance(leg.distance_m)}
      <br />
      {leg.top_speed !== null && (
        <span className={classes.quiet}>{t('tracking:replay.topSpeed', { speed: speed(leg.top_speed) })}</span>
      )}
    </span>
  )
}

function Total({ legs }: { legs: Leg[] }) {
  const { t } = useTranslation()
  const { speed } = useUnits()
  const distance = useDistance()
  const total = totalOf(legs)
  if (!total) return null
  const facts = { distance: distance(total.distance_m), duration: toDuration(total.duration_s) }
  return (
    <Text size="sm">
      {total.top_speed === null
        ? t('tracking:replay.total', facts)
        : t('tracking:replay.totalSpeed', { ...facts, speed: speed(total.top_speed) })}
    </Text>
  )
}

type Props = { shown: Shown[]; selected: Shown; select: (id: number) => void; player: Player }
