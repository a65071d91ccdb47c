/**
 * Keeps the screen on while the page is visible: browsers stop geolocation when the screen is off. They release the
 * lock when the page is hidden.
 *
 * @returns releases the lock
 */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null
  let ended = false
  const hold = async () => {
    if (document.hidden || ended || (lock && !lock.released)) return
    // Refused when the battery is low; then the screen turns off as usual.
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
