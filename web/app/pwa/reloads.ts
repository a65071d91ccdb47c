/** In a row, so that what never loads does not reload forever. */
const max = 5
/** Milliseconds: longer than the last wait, so that only a page that stays resets the count. */
const stays = 60_000
/** Milliseconds between two questions to a server that does not answer. */
const again = 2_000
const key = 'ringfence.reloads'

/** Whether this tab may reload itself once more. */
export const canReload = () => reloads() < max

/**
 * Reloads the page in 1, 2, 4, 8 and 16 seconds, once the server answers: without it the browser would show a page of its
 * own, from which nothing returns.
 *
 * @returns calls it off
 */
export function reloadLater(reload: () => void): () => void {
  let is_off = false
  let timer = setTimeout(tryNow, 1000 * 2 ** reloads())
  async function tryNow() {
    const is_there = await serverAnswers()
    if (is_off) return
    if (!is_there) {
      timer = setTimeout(tryNow, again)
      return
    }
    sessionStorage.setItem(key, String(reloads() + 1))
    reload()
  }
  return () => {
    is_off = true
    clearTimeout(timer)
  }
}

export async function serverAnswers(): Promise<boolean> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  return answer?.ok === true
}

/** Forgets the reloads before, once the page has stayed. */
export function watchReloads(): void {
  setTimeout(() => sessionStorage.removeItem(key), stays)
}

const reloads = () => Number(sessionStorage.getItem(key)) || 0
