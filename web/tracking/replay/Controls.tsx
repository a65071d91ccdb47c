import { ActionIcon, NativeSelect, Switch } from '@mantine/core'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useTimes } from '../../kit/format/useTimes.ts'
import { useUnits } from '../../kit/format/useUnits.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import type { Shown } from './Markers.tsx'
import { type Player, speeds } from './playback.ts'
import classes from './Replay.module.css'
import { Timeline } from './Timeline.tsx'
import { placeAt } from './track.ts'

export function Controls({ shown, selected, player, follow, setFollow }: Props) {
  const { t } = useTranslation()
  const playing = useStore(player.store, (state) => state.playing)
  const speed = useStore(player.store, (state) => state.speed)
  const empty = useStore(player.store, (state) => state.to <= state.from)
  return (
    <section className={classes.controls} aria-label={t('tracking:replay.title')}>
      <div className={classes.buttons}>
        <ActionIcon
          size="xl"
          radius="xl"
          aria-label={playing ? t('tracking:replay.pause') : t('tracking:replay.play')}
          disabled={empty}
          onClick={playing ? player.pause : player.play}
        >
          {playing ? <Icon of={IconPlayerPauseFilled} /> : <Icon of={IconPlayerPlayFilled} />}
        </ActionIcon>
        <NativeSelect
          className={classes.speed}
          aria-label={t('tracking:replay.speed')}
          data={speeds.map((factor) => ({ value: String(factor), label: t('tracking:replay.times', { factor }) }))}
          value={String(speed)}
          onChange={(event) => player.setSpeed(Number(event.currentTarget.value))}
        />
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
