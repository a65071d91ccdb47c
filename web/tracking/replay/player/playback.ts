import { createStore } from 'zustand'

export const speeds = [1, 2, 5, 10, 30, 60, 120, 300, 600] as const

/** The playback's clock: runs through a range of time at a factor. */
export function createPlayback() {
  const store = createStore<Playback>(() => ({ from: 0, to: 0, at: 0, speed: 60, playing: false }))
  const { getState, setState } = store
  let last = 0

  /** Advances by the time since the last frame; continues where it was after the page was hidden. */
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
    /** Sets the range; starts at `at` if that is within it. */
    cover: (from: number, to: number, at: number = from) =>
      setState({ from, to, at: Math.min(to, Math.max(from, at)), playing: false }),
  }
}

/** Times in milliseconds. */
type Playback = { from: number; to: number; at: number; speed: number; playing: boolean }
export type Player = ReturnType<typeof createPlayback>
