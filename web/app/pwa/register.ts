/**
 * Lets the browser keep the page, so that it opens without a network. Only where there is TLS, or on this machine:
 * elsewhere browsers have no service workers. The development server has none either.
 *
 * @param go leads to a page, when somebody has clicked a notification
 */
export async function registerWorker(go: (path: string) => void): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (typeof data?.go === 'string' && data.go.startsWith('/app/')) go(data.go)
  })
  navigator.serviceWorker.startMessages()
  try {
    await navigator.serviceWorker.register('/worker.js', { updateViaCache: 'none' })
    const { active } = await navigator.serviceWorker.ready
    const tell = (list: PerformanceObserverEntryList) => active?.postMessage({ parts: partsOf(list.getEntries()) })
    // Buffered: what the page was made of before the worker was there.
    new PerformanceObserver(tell).observe({ type: 'resource', buffered: true })
  } catch {
    // Without it all works as before, while there is a network.
  }
}

function partsOf(entries: PerformanceEntryList): string[] {
  const names = entries.map(({ name }) => new URL(name, location.href))
  return names.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname)
}
