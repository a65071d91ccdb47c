const every = 250
const perSecond = 1000 / every

const listeners = new Set<Listener>()
let timer: ReturnType<typeof setInterval> | undefined
let count = 0

/**
 * Four times a second, to all in the order in which they asked, so that what each of them changes is seen in one picture
 * and not in one each. On a `full` second there is room for what can wait. A hidden page is not told.
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

type Listener = (full: boolean) => void
