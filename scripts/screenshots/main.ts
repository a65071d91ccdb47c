import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { createClient } from '#api/client.ts'
import { drawnApart, startChromium } from '../chromium.ts'
import { type Address, addressesOf } from './addresses.ts'

const help = `Usage: npm run screenshots -- [options] --user NAME --password PASSWORD [PATTERN…]

Takes screenshots of every page of a running server: public pages as a guest, others as the given user, who should be
a platform administrator; in desktop and phone size. For the screenshots in the README, start it with
npm start -- --demo first. With a PATTERN only the pages whose names have it in them: map, users-admin.

  --url URL      the server (http://localhost:8080)
  --folder PATH  where the screenshots go (web/screenshots)
  --dark         with the dark theme
  --help         this text`

const options = {
  url: { type: 'string', default: 'http://localhost:8080' },
  folder: { type: 'string', default: join(import.meta.dirname, '../../web/screenshots') },
  user: { type: 'string' },
  password: { type: 'string' },
  dark: { type: 'boolean', default: false },
  help: { type: 'boolean' },
} as const

const sizes = { '': { width: 1280, height: 800 }, '-phone': { width: 390, height: 844 } }
const stable_timeout_ms = 15_000

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const { url, folder, user, password, dark } = values
  if (values.help || !user || !password) {
    console.log(help)
    process.exitCode = values.help ? 0 : 1
  } else await main({ url, folder, user, password, dark, patterns: positionals })
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

async function main({ url, folder, user, password, dark, patterns }: ScreenshotOptions): Promise<void> {
  const { data } = await createClient({ base: url }).call('POST', 'user/signin', { username: user, password })
  const client = createClient({ base: url, token: () => data.token })
  const { guest, signedIn } = await addressesOf(client)
  const isSelected = ({ name }: Address) => patterns.length === 0 || patterns.some((pattern) => name.includes(pattern))
  const browser = await startChromium(drawnApart)
  mkdirSync(folder, { recursive: true })
  try {
    for (const [suffix, viewport] of Object.entries(sizes)) {
      for (const [token, addresses, prefix] of [
        [null, guest.filter(isSelected), 'guest-'],
        [data.token, signedIn.filter(isSelected), ''],
      ]) {
        const page = await openPage(browser, { viewport, dark, token })
        for (const { name, address } of addresses) {
          await page.goto(`${url}${address}`)
          await waitUntilStable(page)
          await page.screenshot({ path: join(folder, `${prefix}${name}${suffix}${dark ? '-dark' : ''}.png`) })
          console.log(`${address}: ${viewport.width}×${viewport.height}`)
        }
        await page.context().close()
      }
    }
  } finally {
    await browser.close()
  }
}

async function openPage(browser: Browser, { viewport, dark, token }: PageOptions): Promise<Page> {
  const colorScheme = dark ? 'dark' : 'light'
  const context = await browser.newContext({ viewport, colorScheme, locale: 'en-NZ', timezoneId: 'Pacific/Auckland' })
  // A question that is asked once is not a part of the page.
  await context.route('**/api/v1/map', async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = await response.json()
    await route.fulfill({ response, json: { ...rest, data: { ...data, undecided: false } } })
  })
  if (token) await context.addInitScript((value) => localStorage.setItem('ringfence.token', value), token)
  return context.newPage()
}

/**
 * Waits until nothing is loading and two screenshots are the same, or the timeout is reached where things keep moving.
 */
async function waitUntilStable(page: Page): Promise<void> {
  const until = Date.now() + stable_timeout_ms
  let before = ''
  while (Date.now() < until) {
    await page.waitForTimeout(700)
    const busy = await page.locator('[aria-busy=true], .mantine-Loader-root').count()
    const now = (await page.screenshot()).toString('base64')
    if (busy === 0 && now === before) return
    before = now
  }
}

type ScreenshotOptions = {
  url: string
  folder: string
  user: string
  password: string
  dark: boolean
  patterns: string[]
}
type PageOptions = { viewport: { width: number; height: number }; dark: boolean; token: string | null }
