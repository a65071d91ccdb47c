import { useEffect } from 'react'
import { useAddress } from '../../kit/lists/useAddress.ts'
import type { Player } from '../replay/player/playback.ts'

/** Milliseconds after the last step of the slider. */
const calm = 400

/** Keeps the moment in the address, as soon as the playback stands still: what is seen can be sent to others. */
export function useMomentInAddress(player: Player) {
  const [, change] = useAddress()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest address is changed, whichever that is
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = () => {
      const { at, from, to } = player.store.getState()
      if (to <= from) return
      change((before) => {
        before.delete('day')
        before.set('t', new Date(Math.floor(at / 1000) * 1000).toISOString().replace('.000', ''))
        return before
      })
    }
    const unsubscribe = player.store.subscribe((now, before) => {
      clearTimeout(timer)
      // Another day is in the address already.
      const is_moved = now.from === before.from && (now.at !== before.at || now.playing !== before.playing)
      if (is_moved && !now.playing) timer = setTimeout(write, calm)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [player])
}
