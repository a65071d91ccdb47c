import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { switchFeatures } from '../../seeds/college.ts'
import { closePage, openPage, signInOn, startBrowser, startSite } from '../browser.ts'
import { routes, titleFaults } from './routes.ts'

let network: Network
let browser: Browser
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
})
afterAll(async () => {
  await network?.stop()
})

describe('every route of the specification', () => {
  it('is answered with the page, whatever it is', async () => {
    for (const path of Object.values(routes).flat()) {
      const answer = await fetch(network.url + path)
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8'])
    }
  })

  // `axe.test.ts` visits the others from one to the next, as links do, and looks at their titles and errors, too.
  it.each([
    '/',
    '/app/',
    '/static/',
    '/app/about',
    '/app/register?type=owner',
    '/app/unsubscribe',
    '/404',
    '/app/signout',
  ])('%s: a page with a title that opens from its address, and writes no error to the console', async (path) => {
    const page = await openPage(browser)
    if (path === '/app/signout') await signInOn(page, network, '/app/about')
    await page.goto(network.url + path)
    await page.locator('main').first().waitFor()
    await expect.poll(() => page.locator('[aria-busy=true], .mantine-Loader-root').count()).toBe(0)
    expect([...(await titleFaults(page, path)), ...page.errors]).toEqual([])
    // Shows the sign-in, where signing out ends.
    const wanted = path === '/app/signout' ? '/' : path.split('?')[0]!
    expect(new URL(page.url()).pathname.replace(/(.)\/$/, '$1')).toBe(wanted.replace(/(.)\/$/, '$1'))
    await closePage(page)
  })

  it('of a demonstration leads to the page that says it was not found, where there is none', async () => {
    const page = await openPage(browser)
    await page.goto(`${network.url}/app/demo`)
    await page
      .getByText("we couldn't find the page you requested")
      .or(page.getByText('page not found'))
      .first()
      .waitFor()
    expect(new URL(page.url()).pathname).toBe('/404')
    await closePage(page)
  })
})

describe('the dashboard', () => {
  it('leads with each figure to the list with as many rows', async () => {
    await switchFeatures(network, 1, ['tracking', 'files', 'cpd', 'billing'])
    await network.admin.call('PUT', 'enquiry', { name: 'Tama', email: 'tama@example.com', text: 'Boats?' })
    await network.admin.create('user', { organisation_id: 1, username: 'mere', email: 'mere@example.com' })
    const page = await openPage(browser)
    await signInOn(page, network, '/app/admin')
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
    await expect.poll(() => page.locator('[aria-labelledby^=dashboard] li b .mantine-Skeleton-root').count()).toBe(0)
    const figures = await page
      .locator('[aria-labelledby^=dashboard] li a')
      .evaluateAll((links) =>
        links.map((link) => [link.getAttribute('href')!, link.querySelector('b')!.textContent!] as const),
      )
    expect(figures.filter(([href]) => /plans|waivers|procedures|qualifications/.test(href)).length).toBe(6)
    expect(figures.length).toBeGreaterThan(15)
    expect(figures.some(([, count]) => count !== '0')).toBe(true)
    const wrong: string[] = []
    for (const [href, count] of figures) {
      await page.goto(network.url + href)
      await page.locator('h1').waitFor()
      await page.locator('section[aria-busy=false] tbody tr, section[aria-busy=false]').first().waitFor()
      const rows = await page.locator('section tbody tr').count()
      if (String(rows) !== count) wrong.push(`${href}: ${count} on the dashboard, ${rows} in the list`)
    }
    expect([...wrong, ...page.errors]).toEqual([])
    // Home has an entry of its own in the menu.
    await page.goto(`${network.url}/app/home`)
    const current = page.getByRole('navigation', { name: 'Menu' }).locator('[aria-current=page]')
    await expect.poll(() => current.allTextContents()).toEqual(['My Home'])
    await closePage(page)
  }, 120_000)
})

describe('a person', () => {
  it('downloads the zip of their data, and keeps a typed signature', async () => {
    const page = await openPage(browser)
    await signInOn(page, network, '/app/export')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the zip (CSV)' }).first().click(),
    ])
    expect(download.suggestedFilename()).toBe('ringfence-data.zip')
    await download.delete()
    await page.goto(`${network.url}/app/settings?tab=signatures`)
    await page.getByText('Type', { exact: true }).click()
    await page.getByLabel('Type your name').or(page.locator('input[name=signature]')).first().fill('Tama Rangi')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The signature has been saved.').waitFor()
    await page.getByText('Default', { exact: true }).waitFor()
    expect(page.errors).toEqual([])
    await closePage(page)
  })
})
