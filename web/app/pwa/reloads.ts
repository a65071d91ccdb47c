/** In a row, so that what never loads does not reload forever. */
const max = 5
/** Milliseconds: longer than the last wait, so that only a page that stays resets the count. */
const stays = 60_000
const key = 'ringfence.reloads'

/** Whether this tab may reload itself once more. */
export const canReload = () => reloads() < max

/** Reloads the page in 1, 2, 4, 8 and 16 seconds. @returns calls it off */
export function reloadLater(reload: () => void): () => void {
  const timer = setTimeout(
    () => {
      sessionStorage.setItem(key, String(reloads() + 1))
      reload()
    },
    1000 * 2 ** reloads(),
  )
  return () => clearTimeout(timer)
}

/** Forgets the reloads before, once the page has stayed. */
export function watchReloads(): void {
  setTimeout(() => sessionStorage.removeItem(key), stays)
}

const reloads = () => Number(sessionStorage.getItem(key)) || 0
