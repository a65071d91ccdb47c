import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { closePage, openPage, startBrowser, startSite } from '../browser.ts'
import { fillSignIn, PASSWORD, register } from '../people.ts'

let network: Network
let browser: Browser
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  await register(network, 'kept')
})
afterAll(async () => {
  await network?.stop()
})

const account = (page: Page) => page.getByRole('button', { name: 'Your account' })
const keepBox = (page: Page) => page.getByRole('checkbox', { name: 'Keep me signed in for 30 days' })

async function openKept(): Promise<Awaited<ReturnType<typeof openPage>>> {
  const page = await openPage(browser)
  await page.goto(`${network.url}/app/signin?next=/app/settings`)
  await keepBox(page).check()
  await fillSignIn(page, 'kept', PASSWORD)
  await account(page).waitFor()
  return page
}

/** As after a night: the token of an hour has expired. */
const expireToken = (page: Page) =>
  page.evaluate(() => localStorage.setItem('ringfence.token', `${localStorage.getItem('ringfence.token')}x`))

describe('a browser that keeps its session', () => {
  it('is signed in after its token has expired, at the start and in the middle, without a page seeing the cookie', async () => {
    const page = await openKept()
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'ringfence-session')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
    const seen = await page.evaluate(
      () => document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage),
    )
    expect(seen).not.toContain(cookie!.value)

    await expireToken(page)
    await page.goto(`${network.url}/app/settings`)
    await account(page).waitFor()
    await expireToken(page)
    await page.getByRole('link', { name: 'Trackers' }).click()
    await page.getByRole('heading', { name: 'Trackers' }).waitFor()
    await account(page).waitFor()
    expect(new URL(page.url()).pathname).toBe('/app/trackers')

    const other = await page.context().newPage()
    await page.evaluate(() => localStorage.removeItem('ringfence.token'))
    await Promise.all([other.goto(`${network.url}/app/home`), page.goto(`${network.url}/app/home`)])
    await Promise.all([account(page).waitFor(), account(other).waitFor()])
    await closePage(page)
  })

  it('is signed out for good when its person signs out, with or without a network', async () => {
    for (const offline of [false, true]) {
      const page = await openKept()
      await account(page).click()
      if (offline) await page.route('**/api/v1/user/**', (route) => route.abort())
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.getByLabel('Username or e-mail').waitFor()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      const forgotten = page.waitForResponse('**/api/v1/user/forget').catch(() => null)
      await page.goto(`${network.url}/app/home`)
      if (offline) expect((await forgotten)?.status()).toBe(200)
      await page.getByLabel('Username or e-mail').waitFor()
      await expect
        .poll(async () => (await page.context().cookies()).filter(({ name }) => name === 'ringfence-session'))
        .toEqual([])
      expect(await page.evaluate(() => localStorage.getItem('ringfence.kept'))).toBeNull()
      await closePage(page)
    }
  })
})

it('without the wish, an expired token leads to sign-in', async () => {
  const page = await openPage(browser)
  await page.goto(`${network.url}/app/signin?next=/app/settings`)
  expect(await keepBox(page).isChecked()).toBe(false)
  await fillSignIn(page, 'kept', PASSWORD)
  await account(page).waitFor()
  await expireToken(page)
  await page.goto(`${network.url}/app/trackers`)
  await page.waitForURL(/\/app\/signin\?next=/)
  await closePage(page)
})
