import { useStore } from 'zustand'
import type { Player } from '../replay/player/playback.ts'

/** The moment of the playback in milliseconds, for texts: while it plays, four times a second. */
export const useMoment = (player: Player) =>
  useStore(player.store, ({ at, playing, speed }) => {
    const step = playing ? speed * 250 : 1000
    return Math.floor(at / step) * step
  })
