/**
 * Keeps the screen on while the page is seen: a browser whose screen is off stops telling where it is. Browsers take the
 * lock away when the page is hidden.
 *
 * @returns lets go
 */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null
  let ended = false
  const hold = async () => {
    if (document.hidden || ended || (lock && !lock.released)) return
    // Refused where the battery is low; then the screen goes off as ever.
    lock = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null
    if (ended) lock?.release()
  }
  document.addEventListener('visibilitychange', hold)
  hold()
  return () => {
    ended = true
    document.removeEventListener('visibilitychange', hold)
    lock?.release().catch(() => {})
  }
}
