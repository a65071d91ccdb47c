import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { box, type Device, type Network, startTracker } from '../../network.ts'
import { closePage, coloursAt, middleOf, openMap as openOn, startBrowser, startSite } from '../browser.ts'

let network: Network
let browser: Browser
let truck: Device
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  await network.admin.create('boundary', { name: 'Depot', geometry: box(174.7, -36.9, 174.8, -36.8) })
  truck = await startTracker(network, 'truck-7', { name: 'Truck 7', interval_s: 0 })
  await truck.report({ lat: -36.85, lon: 174.75 })
})
afterAll(async () => {
  await truck?.stop()
  await network?.stop()
})

describe('a tracker without contact', () => {
  it('is shown as offline with the duration, and an inactive one as switched off', async () => {
    const ute = await startTracker(network, 'ute-3', { name: 'Ute 3', interval_s: 1 })
    await network.admin.create('tracker', { number: 'old-1', name: 'Old one', active: false })
    const page = await openMap()
    const row = (name: string) => page.getByRole('option').filter({ hasText: name })
    // Offline again after three seconds, which a busy machine may need to show it once.
    const isHeard = async () => {
      await ute.report({ lat: -36.85, lon: 174.76 })
      return row('Ute 3')
        .filter({ hasText: /Inside|Parked/ })
        .count()
    }
    await expect.poll(isHeard).toBe(1)
    await row('Ute 3')
      .filter({ hasText: /Offline for \d+ s/ })
      .waitFor()
    await row('Old one').filter({ hasText: 'Switched off' }).waitFor()
    await row('Truck 7')
      .filter({ hasText: /Inside|Parked/ })
      .waitFor()
    await expect.poll(isHeard).toBe(1)

    await page.goto(`${network.url}/app/trackers`)
    await page.getByRole('row', { name: /Old one.*Switched off/ }).waitFor()
    await page.getByRole('row', { name: /Truck 7.*Inside/ }).waitFor()
    expect(page.errors).toEqual([])
    await ute.stop()
    await closePage(page)
  })
})

describe('a rotated window', () => {
  it('keeps the search and the selected tracker, on a desktop and on a phone', async () => {
    const page = await openMap()
    await page.getByRole('searchbox').fill('truck')
    await page.getByRole('option', { name: /Truck 7/ }).click()
    await page.getByRole('heading', { name: 'Truck 7' }).waitFor()
    await page.setViewportSize({ width: 820, height: 1180 })
    await page.getByRole('heading', { name: 'Truck 7' }).waitFor()
    await expect.poll(() => page.getByRole('searchbox').isVisible()).toBe(false)
    const close = page.getByLabel('Close', { exact: true })
    // On a busy machine a press may meet the sheet while it moves: a person presses again.
    const isListed = async () => {
      if (await close.isVisible()) await close.click()
      return page.getByRole('searchbox').isVisible()
    }
    await expect.poll(isListed).toBe(true)
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('truck')
    await expect.poll(() => page.getByRole('option').count()).toBe(1)
    await page.setViewportSize({ width: 1180, height: 820 })
    await page.getByLabel('Resize the list').waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('truck')
    expect(page.errors).toEqual([])
    await closePage(page)
  })
})

describe('the layers of the map', () => {
  it('are switched on and off, and remembered', async () => {
    const page = await openMap(`?tracker=${truck.id}`)
    await expect.poll(() => greenInTheMiddle(page)).toBeGreaterThan(20)
    await page.getByLabel('Layers').click()
    await page.getByRole('switch', { name: 'Trackers' }).click()
    await expect.poll(() => greenInTheMiddle(page)).toBe(0)
    await page.reload()
    await page.getByLabel('Layers').click()
    await page.getByRole('switch', { name: 'Trackers' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => greenInTheMiddle(page)).toBeGreaterThan(20)
    expect(page.errors).toEqual([])
    await closePage(page)
  })
})

describe('the keyboard shortcuts of the map', () => {
  it('search, select, follow, deselect, and are listed under ?', async () => {
    const page = await openMap()
    await page.getByRole('option').filter({ hasText: 'Truck 7' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('truck')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Truck 7' }).waitFor()
    await page.keyboard.press('f')
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('truck')
    await expect.poll(() => page.getByLabel('Follow').isChecked()).toBe(true)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Truck 7' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Truck 7' }).waitFor({ state: 'detached' })
    expect(page.errors).toEqual([])
    await closePage(page)
  })
})

const openMap = (query = '') => openOn(browser, network, query)

async function greenInTheMiddle(page: Page): Promise<number> {
  return (await coloursAt(page, ...(await middleOf(page)), 40)).green
}
