const every = 250
const perSecond = 1000 / every

const listeners = new Set<Listener>()
let timer: ReturnType<typeof setInterval> | undefined
let count = 0

/**
 * Calls all listeners four times a second in order of registration, so that their changes share a frame. `full` is
 * true once a second, for expensive updates. Paused while the page is hidden.
 */
export function onTick(listener: Listener): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    const full = count++ % perSecond === 0
    if (!document.hidden) for (const each of listeners) each(full)
  }, every)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Calls all listeners now, for a map that jumps to another moment. */
export function tickNow() {
  for (const each of listeners) each(true)
}

type Listener = (full: boolean) => void
