import type { Page } from 'playwright-core'
import { phone } from './browser.ts'

/** Opens the filters of a list; on a phone the period is among them. */
export async function openFilters(page: Page, size: { width: number }): Promise<void> {
  const narrow = size.width === phone.width
  const button = page.getByRole('button', { name: narrow ? /^Filters/ : 'Filter', exact: true })
  if ((await button.getAttribute('aria-expanded')) === 'true') return
  if (!narrow) await page.keyboard.press('Escape')
  await button.click()
}

/** Opens the period of a list, at the end of its line. */
export async function openPeriod(page: Page, size: { width: number }): Promise<void> {
  if (size.width === phone.width) return
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Any time' }).click()
}

/** Opens what is seldom needed of a list: files, print, columns. */
export async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
}

export async function chooseInMenu(page: Page, name: string): Promise<void> {
  await openMenu(page)
  await page.getByRole('menuitem', { name, exact: true }).click()
}
