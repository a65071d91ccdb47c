import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useTimes } from '../../kit/format/useTimes.ts'
import { useUnits } from '../../kit/format/useUnits.ts'
import type { Shown } from './Markers.tsx'
import { PlayButtons } from './player/PlayButtons.tsx'
import type { Player } from './player/playback.ts'
import classes from './Replay.module.css'
import { Timeline } from './Timeline.tsx'
import { placeAt } from './track.ts'

export function Controls({ shown, selected, player, follow, setFollow }: Props) {
  const { t } = useTranslation()
  const empty = useStore(player.store, (state) => state.to <= state.from)
  return (
    <section className={classes.controls} aria-label={t('tracking:replay.title')}>
      <div className={classes.buttons}>
        <PlayButtons player={player} />
        {!empty && <Clock player={player} selected={selected} />}
        <Switch
          label={t('tracking:replay.follow')}
          checked={follow}
          disabled={empty}
          onChange={(event) => setFollow(event.currentTarget.checked)}
        />
      </div>
      <Timeline shown={shown} player={player} />
    </section>
  )
}

/** Time of the playback, and speed of the selected tracker. */
function Clock({ player, selected }: { player: Player; selected: Shown | null }) {
  const { t } = useTranslation()
  const { time } = useTimes()
  const { speed } = useUnits()
  const at = useStore(player.store, (state) => Math.floor(state.at / 1000) * 1000)
  const place = selected && placeAt(selected.track, at)
  const details = place?.silent ? t('tracking:replay.silent') : place && place.speed !== null ? speed(place.speed) : ''
  return (
    <div className={classes.clock} data-outside={place?.outside || undefined}>
      <time dateTime={new Date(at).toISOString()}>{time(new Date(at).toISOString(), Date.now(), true)}</time>
      <span className={classes.details}>{place?.outside ? `${t('tracking:replay.outside')} ${details}` : details}</span>
    </div>
  )
}

type Props = {
  shown: Shown[]
  /** The tracker whose speed is shown and which the map follows. */
  selected: Shown | null
  player: Player
  follow: boolean
  setFollow: (follow: boolean) => void
}
