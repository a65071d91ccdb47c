import { createStore } from 'zustand'

export const speeds = [1, 2, 5, 10, 30, 60, 120, 300, 600] as const

/** A clock that runs through a stretch of the past, so many times faster than time. */
export function createPlayback() {
  const store = createStore<Playback>(() => ({ from: 0, to: 0, at: 0, speed: 60, playing: false }))
  const { getState, setState } = store
  let last = 0

  /** Goes on by the time since the last picture; a page that was hidden goes on where it was left. */
  function frame(now: number) {
    const { playing, at, speed, to } = getState()
    if (!playing) return
    const next = Math.min(to, at + Math.min(now - last, 250) * speed)
    last = now
    setState({ at: next, playing: next < to })
    requestAnimationFrame(frame)
  }

  return {
    store,
    play() {
      const { from, to, at, playing } = getState()
      if (playing || to <= from) return
      setState({ playing: true, at: at >= to ? from : at })
      last = performance.now()
      requestAnimationFrame(frame)
    },
    pause: () => setState({ playing: false }),
    seek: (at: number) => setState(({ from, to }) => ({ at: Math.min(to, Math.max(from, at)) })),
    setSpeed: (speed: number) => setState({ speed }),
    /** Another stretch: it begins at its beginning, or at `at` if that is in it. */
    cover: (from: number, to: number, at: number = from) =>
      setState({ from, to, at: Math.min(to, Math.max(from, at)), playing: false }),
  }
}

/** Times in milliseconds. */
export type Playback = { from: number; to: number; at: number; speed: number; playing: boolean }
export type Player = ReturnType<typeof createPlayback>
