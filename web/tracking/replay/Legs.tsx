import { NativeSelect, Text, Title, UnstyledButton } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { toDuration } from '../../kit/format/format.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { useUnits } from '../../kit/format/useUnits.ts'
import type { Shown } from './Markers.tsx'
import type { Player } from './playback.ts'
import classes from './Replay.module.css'
import { type Leg, totalOf, tripsOf } from './trips.ts'
import { useDistance } from './useDistance.ts'

/** Trips and stops of one tracker; a press jumps to the start of one. */
export function Legs({ shown, selected, select, player }: Props) {
  const { t } = useTranslation()
  const legs = useMemo(() => tripsOf(selected.track), [selected.track])
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
            <li key={leg.from}>
              <LegLine leg={leg} current={i === current} onPick={() => player.seek(leg.from)} />
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
  // The date is shown with the first time only.
  const span = t('tracking:replay.span', { from: clock(leg.from), to: clock(leg.to).slice(-5) })
  const trip = leg.kind === 'trip'
  return (
    <UnstyledButton className={classes.leg} aria-current={current || undefined} onClick={onPick}>
      <span className={classes.kind} data-kind={leg.kind} aria-hidden="true" />
      <span>
        <b>{trip ? t('tracking:replay.trip') : t('tracking:replay.stop')}</b> {toDuration(leg.duration_s)}
        <br />
        <span className={classes.quiet}>{span}</span>
      </span>
      {trip && <TripFacts leg={leg} />}
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
