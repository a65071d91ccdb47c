import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../../scripts/postgres.ts'
import { type Network, startNetwork } from '../../network.ts'
import { closePage, openPage, startBrowser, startSite } from '../browser.ts'
import { enter, fillSignIn, PASSWORD } from '../people.ts'

let here: Network
let there: Network
let browser: Browser
beforeAll(async () => {
  const ports = [await freePort(), await freePort(), await freePort()]
  const [own, other, nowhere] = ports.map((port) => `http://127.0.0.1:${port}`) as [string, string, string]
  const backends = [
    { name: 'Australia', code: 'AU', baseURL: other },
    { name: 'Mars', code: 'US', baseURL: nowhere },
  ]
  here = await startSite({ HTTP_PORT: String(ports[0]), BACKENDS: JSON.stringify(backends) })
  there = await startNetwork({ HTTP_PORT: String(ports[1]), CORS_ORIGINS: own })
  browser = await startBrowser()
  const { data } = await there.admin.create('organisation', { name: 'Sydney Ferries' })
  await enter(there, 'bruce', data.id, 'Administrator')
})
afterAll(async () => {
  await here?.stop()
  await there?.stop()
})

it('a region is chosen at sign-in, kept over a reload, and forgotten at sign-out', async () => {
  const page = await openPage(browser)
  await page.goto(`${here.url}/app/signin`)
  const region = page.getByLabel('Region')
  await region.selectOption('Mars')
  await page.getByText('Mars cannot be reached. You go on with This server.').waitFor()
  await expect.poll(() => region.inputValue()).toBe('')
  await region.selectOption('Australia')
  await expect.poll(() => region.inputValue()).toBe(there.url)
  expect(await page.getByLabel(/Keep me signed in/).count()).toBe(0)
  await fillSignIn(page, 'bruce', PASSWORD)
  await page.getByRole('heading', { level: 1, name: 'Sydney Ferries' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Sydney Ferries' }).waitFor()
  await page.getByText('Live', { exact: true }).first().waitFor()

  await page.goto(`${here.url}/app/signout`)
  await expect.poll(() => page.getByLabel('Region').inputValue()).toBe('')
  // Nobody needs to know their region: each of the list is asked.
  await fillSignIn(page, 'bruce', 'not the password')
  await page.getByText('Wrong username or password.').waitFor()
  await page.getByText('These regions did not answer, so they were not asked: Mars.').waitFor()
  await fillSignIn(page, 'bruce', PASSWORD)
  await page.getByRole('heading', { level: 1, name: 'Sydney Ferries' }).waitFor()
  expect(await page.evaluate("localStorage.getItem('ringfence.backend')")).toBe(there.url)
  const noted = /^Failed to load resource/
  expect(page.errors.filter((error) => !noted.test(error))).toEqual([])
  await closePage(page)
})

it('a region that has gone is left, with a sentence, before sign-in', async () => {
  const page = await openPage(browser)
  await page.goto(`${here.url}/app/signin`)
  // Else the page that is being left would check it.
  await expect.poll(() => page.getByLabel('Region').isEnabled()).toBe(true)
  await page.evaluate("localStorage.setItem('ringfence.backend', 'http://127.0.0.1:1')")
  await page.reload()
  await page.getByText('127.0.0.1:1 cannot be reached. You go on with This server.').waitFor()
  await closePage(page)
})
