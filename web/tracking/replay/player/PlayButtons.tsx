import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Icon } from '../../../kit/ui/Icon.tsx'
import classes from './Player.module.css'
import { type Player, speeds } from './playback.ts'

/** Starts and stops a playback, and says how fast it runs. */
export function PlayButtons({ player }: { player: Player }) {
  const { t } = useTranslation()
  const playing = useStore(player.store, (state) => state.playing)
  const speed = useStore(player.store, (state) => state.speed)
  const empty = useStore(player.store, (state) => state.to <= state.from)
  return (
    <>
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
    </>
  )
}
