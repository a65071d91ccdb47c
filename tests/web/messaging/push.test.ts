import type { Browser, Page, Worker } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { closePage, openNewPage, signInOn, startSite, startWholeBrowser } from '../browser.ts'

let network: Network
let browser: Browser
beforeAll(async () => {
  network = await startSite()
  browser = await startWholeBrowser()
})
afterAll(async () => {
  await network?.stop()
})

// Chromium has lost a message for a service worker on a busy machine.
const again = { retry: 2, timeout: 60_000 }

describe('a push', again, () => {
  it.each([
    [
      'with a title and a text',
      JSON.stringify({ title: 'Truck 7 has left Depot', body: 'Speed: 45 km/h', path: '/app/tracker?id=7' }),
      { title: 'Truck 7 has left Depot', body: 'Speed: 45 km/h', data: '/app/tracker?id=7' },
    ],
    [
      'without a path',
      JSON.stringify({ title: 'Three alerts' }),
      { title: 'Three alerts', body: '', data: '/app/map' },
    ],
    [
      'that leads elsewhere',
      JSON.stringify({ title: 'Look', path: 'https://example.com/' }),
      { title: 'Look', body: '', data: '/app/map' },
    ],
    ['that cannot be read', 'not JSON', { title: 'Ringfence', body: '', data: '/app/map' }],
    ['that says nothing', '', { title: 'Ringfence', body: '', data: '/app/map' }],
  ])('%s is shown as a notification', async (_what, data, shown) => {
    const { page, push } = await open('/app/about')
    await push(data)
    await expect.poll(() => notifications(page)).toEqual([{ ...shown, icon: `${network.url}/icons/icon-192.png` }])
    await closePage(page)
  })
})

describe('a click on a notification', again, () => {
  it('navigates to the tracker in the open page, without a reload', async () => {
    const { data: tracker } = await network.admin.create('tracker', {
      number: `clicked-${crypto.randomUUID()}`,
      name: 'Clicked truck',
    })
    const { page, worker, push } = await open('/app/about')
    await page.evaluate(() => Object.assign(window, { before: true }))
    await push(JSON.stringify({ title: 'It has left', path: `/app/tracker?id=${tracker.id}` }))
    await expect.poll(() => notifications(page)).toHaveLength(1)
    await click(worker)
    await page.waitForURL(`${network.url}/app/tracker?id=${tracker.id}`)
    await page.getByRole('heading', { name: 'Clicked truck' }).waitFor()
    expect(await page.evaluate(() => 'before' in window)).toBe(true)
    expect(await notifications(page)).toEqual([])
    await closePage(page)
  })

  it('asks before discarding unsaved changes', async () => {
    const { data: tracker } = await network.admin.create('tracker', { number: `written-${crypto.randomUUID()}` })
    const { page, worker, push } = await open('/app/message')
    await page.getByLabel('Subject').fill('Where is it?')
    await push(JSON.stringify({ title: 'It has left', path: `/app/tracker?id=${tracker.id}` }))
    await expect.poll(() => notifications(page)).toHaveLength(1)
    await click(worker)
    await page.getByRole('dialog').getByText('Stay', { exact: true }).click()
    await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe('Where is it?')
    await closePage(page)
  })

  it('opens the tracker when no page is open', async () => {
    const { page, worker, push } = await open('/app/about')
    await push(JSON.stringify({ title: 'It has left', path: '/app/tracker?id=7' }))
    await expect.poll(() => notifications(page)).toHaveLength(1)
    await page.goto('about:blank')
    // Chromium lists a page for a moment after it was left.
    await expect.poll(() => pagesOf(worker)).toEqual([])
    expect(await click(worker)).toEqual(['/app/tracker?id=7'])
    await closePage(page)
  })
})

/** A page as administrator with its service worker, and a function that delivers a push message to it. */
async function open(path: string) {
  const page = await openNewPage(browser)
  await page.context().grantPermissions(['notifications'], { origin: network.url })
  await signInOn(page, network, path)
  // A worker that is not active yet receives no push.
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated')
  const [worker] = page.context().serviceWorkers()
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const registration = registrations.find(
        ({ scopeURL, isDeleted }) => scopeURL.startsWith(network.url) && !isDeleted,
      )
      if (registration) resolve(registration.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const push = async (data: string) => {
    const shown = await noteShown(worker!)
    await session.send('ServiceWorker.deliverPushMessage', {
      origin: network.url,
      registrationId: await registered,
      data,
    })
    await shown()
  }
  return { page, worker: worker!, push }
}

/**
 * A function that waits until the worker has shown a notification. To ask `getNotifications` before that could delete
 * it: Chromium removes what is in its database and not on the screen yet.
 */
async function noteShown(worker: Worker): Promise<() => Promise<void>> {
  await worker.evaluate(() => {
    const { registration } = self as unknown as Scope
    const show = registration.showNotification.bind(registration)
    Object.assign(self, {
      shown: new Promise<void>((resolve) => {
        registration.showNotification = (...of) => show(...of).then(resolve)
      }),
    })
  })
  return () => worker.evaluate(() => (self as unknown as { shown: Promise<void> }).shown)
}

const notifications = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const shown = await registration.getNotifications()
    return shown.map(({ title, body, icon, data }) => ({ title, body, icon, data }))
  })

function pagesOf(worker: Worker): Promise<string[]> {
  return worker.evaluate(async () => {
    const windows = await (self as unknown as Scope).clients.matchAll({ type: 'window', includeUncontrolled: true })
    return windows.map(({ url }) => url).filter((url) => url.startsWith(location.origin))
  })
}

/**
 * Dispatches a click on a notification. Without a user gesture Chromium neither focuses nor opens windows, so the
 * requested ones are recorded.
 */
function click(worker: Worker): Promise<string[]> {
  return worker.evaluate(async () => {
    const scope = self as unknown as Scope
    const opened: string[] = []
    scope.clients.openWindow = async (path) => void opened.push(path)
    const [notification] = await scope.registration.getNotifications()
    const event = new scope.NotificationEvent('notificationclick', { notification: notification! })
    const finished = new Promise<void>((resolve) => {
      event.waitUntil = (work) => void work.finally(resolve)
    })
    scope.dispatchEvent(event)
    await finished
    return opened
  })
}

type Waiting = Event & { waitUntil: (work: Promise<unknown>) => void }
type Scope = {
  registration: ServiceWorkerRegistration
  clients: { openWindow: (path: string) => Promise<unknown>; matchAll: (options: object) => Promise<{ url: string }[]> }
  NotificationEvent: new (type: string, of: { notification: Notification }) => Waiting
  dispatchEvent(event: Event): boolean
}
