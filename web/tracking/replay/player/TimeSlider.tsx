import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { usePreferences } from '../../../core/usePreferences.ts'
import { useTimes } from '../../../kit/format/useTimes.ts'
import { marksOf } from './marks.ts'
import classes from './Player.module.css'
import type { Player } from './playback.ts'

/** A slider for the time of a playback, with round times below it. @param children what happened when, above it */
export function TimeSlider({ player, children }: { player: Player; children: ReactNode }) {
  const { t } = useTranslation()
  const { time } = useTimes()
  const { timezone } = usePreferences()
  const input = useRef<HTMLInputElement>(null)
  const from = useStore(player.store, (state) => state.from)
  const to = useStore(player.store, (state) => state.to)
  const marks = useMemo(() => marksOf(from, to, timezone), [from, to, timezone])

  // biome-ignore lint/correctness/useExhaustiveDependencies: new limits of the input move its thumb
  useEffect(() => {
    const show = () => {
      const { at } = player.store.getState()
      // On navigation the input is removed before the subscription.
      if (!input.current) return
      input.current.value = String(at)
      input.current.setAttribute('aria-valuetext', time(new Date(at).toISOString(), Date.now(), true))
    }
    show()
    return player.store.subscribe(show)
  }, [player, time, from, to])

  return (
    <div className={classes.timeline}>
      {children}
      <input
        ref={input}
        type="range"
        className={classes.knob}
        aria-label={t('tracking:replay.time')}
        min={from}
        max={to}
        step={1000}
        defaultValue={from}
        disabled={to <= from}
        onChange={(event) => player.seek(Number(event.currentTarget.value))}
      />
      <div className={classes.marks} aria-hidden="true">
        {marks.map(({ at, label }) => (
          <span key={at} style={{ left: `clamp(18px, ${((at - from) / Math.max(1, to - from)) * 100}%, 100% - 18px)` }}>
            {label}
          </span>
        ))}
      </div>
    </div>
  )
}
