/**
 * Registers the service worker, so that the page opens offline. Browsers have service workers only over TLS and on
 * localhost; the development server has none.
 *
 * @param go navigates to a path when a notification is clicked
 */
export async function registerWorker(go: (path: string) => void): Promise<void> {
  // Within a page of another website it would only stand between: that is not opened offline.
  if (import.meta.env.DEV || !('serviceWorker' in navigator) || window.self !== window.top) return
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (typeof data?.go === 'string' && data.go.startsWith('/app/')) go(data.go)
  })
  navigator.serviceWorker.startMessages()
  try {
    await navigator.serviceWorker.register('/worker.js', { updateViaCache: 'none' })
    const { active } = await navigator.serviceWorker.ready
    const reportParts = (list: PerformanceObserverEntryList) =>
      active?.postMessage({ parts: partsOf(list.getEntries()) })
    // `buffered` includes resources loaded before the worker was registered.
    new PerformanceObserver(reportParts).observe({ type: 'resource', buffered: true })
  } catch {
    // Without a service worker all works as before, while there is a network.
  }
}

function partsOf(entries: PerformanceEntryList): string[] {
  const names = entries.map(({ name }) => new URL(name, location.href))
  return names.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname)
}
