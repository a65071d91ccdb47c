import { Anchor, CloseButton, Text, UnstyledButton } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { useUnits } from '../../kit/format/useUnits.ts'
import type { Player } from '../replay/player/playback.ts'
import layout from '../replay/Replay.module.css'
import { countsAt } from './counts.ts'
import { nearestOf } from './nearest.ts'
import { newPlace, type PastFleet, type Place } from './pastFleet.ts'
import type { PastQuery } from './query.ts'
import classes from './TimeMachine.module.css'
import { useMoment } from './useMoment.ts'

const listed = 10

/** What the fleet did at the moment of the playback, the selected tracker, and who was nearest to a place. */
export function Moment({ fleet, loaded, player, selected, select, near, clear }: Props) {
  const { t, i18n } = useTranslation()
  const { distance } = useUnits()
  const at = useMoment(player)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `loaded` is how far the fleet is read
  const counts = useMemo(() => countsAt(fleet, at), [fleet, loaded, at])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const nearest = useMemo(() => (near ? nearestOf(fleet, at, near, listed) : []), [fleet, loaded, at, near])
  return (
    <section className={layout.legs}>
      <dl className={classes.counts}>
        {(['moving', 'standing', 'silent', 'outside'] as const).map((name) => (
          <div key={name} data-outside={(name === 'outside' && counts.outside > 0) || undefined}>
            <dt>{t(`tracking:timemachine.${name}`)}</dt>
            <dd>{counts[name].toLocaleString(i18n.language)}</dd>
          </div>
        ))}
      </dl>
      {selected !== null && <Selected fleet={fleet} id={selected} at={at} unselect={() => select(null)} />}
      <div className={layout.head}>
        <h2 className={classes.heading}>{t('tracking:timemachine.near')}</h2>
        {near && <CloseButton size="sm" aria-label={t('tracking:timemachine.clear')} onClick={clear} />}
      </div>
      {nearest.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t(near ? 'tracking:timemachine.nearNone' : 'tracking:timemachine.nearHint')}
        </Text>
      ) : (
        <ol className={layout.list}>
          {nearest.map(({ id, metres, place }) => (
            <li key={id}>
              <UnstyledButton
                className={classes.line}
                aria-current={id === selected || undefined}
                onClick={() => select(id)}
              >
                <span className={classes.name}>{fleet.names.get(id)}</span>
                <span className={layout.facts}>{distance(metres)}</span>
                <span className={layout.quiet}>
                  <Doing place={place} at={at} />
                </span>
              </UnstyledButton>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function Selected({ fleet, id, at, unselect }: { fleet: PastFleet; id: number; at: number; unselect: () => void }) {
  const { t } = useTranslation()
  const place = newPlace()
  const is_known = fleet.find(fleet.ids.indexOf(id), at, place)
  return (
    <div className={classes.selected}>
      <div className={layout.head}>
        <Link className={classes.name!} to={paths.tracker({ id })}>
          {fleet.names.get(id)}
        </Link>
        <CloseButton size="sm" aria-label={t('tracking:timemachine.unselect')} onClick={unselect} />
      </div>
      <span className={layout.quiet}>
        {is_known ? <Doing place={place} at={at} /> : t('tracking:timemachine.unknown')}
      </span>
      <Anchor component={Link} to={paths.replay({ tracker: id, t: new Date(at).toISOString() })} size="sm">
        {t('tracking:history.replay')}
      </Anchor>
    </div>
  )
}

function Doing({ place, at }: { place: Place; at: number }) {
  const { t } = useTranslation()
  const { speed } = useUnits()
  const { time } = useTimes()
  const doing = place.silent
    ? t('tracking:timemachine.silentSince', { time: time(new Date(at - place.age_s * 1000).toISOString(), at) })
    : place.speed > 0
      ? speed(place.speed)
      : t('tracking:timemachine.standing')
  return place.verdict === 1 ? `${t('tracking:timemachine.outside')} · ${doing}` : doing
}

type Props = {
  fleet: PastFleet
  loaded: number
  player: Player
  selected: number | null
  select: (id: number | null) => void
  near: PastQuery['near']
  /** Drops the place. */
  clear: () => void
}
