import type { Browser, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Network } from '../../network.ts'
import { openPage, phone, signInOn } from '../browser.ts'

/** Opens the editor, by default with a new boundary near Auckland; `at` counts pixels from the centre of the map. */
export async function openEditor(
  browser: Browser,
  network: Network,
  { query = '', touch = false, town = query ? null : 'Auckland' }: Opening = {},
) {
  const page = await (touch ? openPage(browser, phone, { hasTouch: true, isMobile: true }) : openPage(browser))
  await signInOn(page, network, `/app/boundary/edit${query}`)
  const canvas = page.locator('canvas.maplibregl-canvas')
  await canvas.waitFor()
  if (town) await goTo(page, town)
  const frame = (await canvas.boundingBox())!
  const at = (x: number, y: number): [number, number] => [frame.x + frame.width / 2 + x, frame.y + frame.height / 2 + y]
  return { page, at }
}

/** Waits for the end of the flight: two identical frames. */
export async function goTo(page: Page, town: string) {
  await page.getByPlaceholder('Find a town').fill(town)
  await page.getByRole('option', { name: town, exact: true }).click()
  let before = ''
  await expect
    .poll(
      async () => {
        const now = (await page.locator('canvas.maplibregl-canvas').screenshot()).toString('base64')
        const same = now === before
        before = now
        return same
      },
      { interval: 400 },
    )
    .toBe(true)
}

export function tool(page: Page, name: string): Locator {
  return page.getByRole('button', { name: new RegExp(`^${name}`) })
}

export async function click(page: Page, [x, y]: [number, number]) {
  await page.mouse.move(x, y)
  await page.mouse.click(x, y)
}

export async function drag(page: Page, [x, y]: [number, number], ...stops: [number, number][]) {
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (const stop of stops) await page.mouse.move(...stop, { steps: 8 })
  await page.mouse.up()
}

/** `town`: where the map flies to; null leaves it where it is. */
type Opening = { query?: string; touch?: boolean; town?: string | null }
