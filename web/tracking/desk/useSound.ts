import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import type { Alert } from '../types.ts'
import { type Sound, soundOf } from './desk.ts'

/** Milliseconds between two sounds of an SOS that waits. */
const REPEAT = 5000
const notes: Record<Sound, number[]> = { new: [660, 880], sos: [880, 660, 880, 660] }

/** Sounds when an alert has come, and again and again while an SOS waits. Browsers allow it once a key was pressed. */
export function useSound(alerts: readonly Alert[] | undefined) {
  const [on, setOn] = useLocalStorage({ key: 'ringfence.desk_sound', defaultValue: false })
  const context = useRef<AudioContext | null>(null)
  const known = useRef<ReadonlySet<number> | null>(null)
  useEffect(() => {
    if (!alerts) return
    const sound = soundOf(alerts, known.current, Date.now())
    known.current = new Set(alerts.map(({ id }) => id))
    if (!on || !sound) return
    const once = () => {
      context.current ??= new AudioContext()
      // Suspended until the person has pressed something on this page.
      if (context.current.state === 'suspended') void context.current.resume()
      play(context.current, notes[sound])
    }
    once()
    if (sound !== 'sos') return
    const timer = setInterval(once, REPEAT)
    return () => clearInterval(timer)
  }, [alerts, on])
  useEffect(
    () => () => {
      void context.current?.close()
      context.current = null
    },
    [],
  )
  return { on, toggle: () => setOn(!on) }
}

function play(context: AudioContext, frequencies: number[]) {
  for (const [i, frequency] of frequencies.entries()) {
    const begins = context.currentTime + i * 0.18
    const oscillator = new OscillatorNode(context, { frequency, type: 'triangle' })
    const gain = new GainNode(context, { gain: 0 })
    gain.gain.setValueAtTime(0.25, begins)
    gain.gain.exponentialRampToValueAtTime(0.001, begins + 0.16)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(begins)
    oscillator.stop(begins + 0.17)
  }
}
