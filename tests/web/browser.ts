import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { ADMIN, type Network } from '../network.ts'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** Chromium with WebGL in software, so that the map draws on a machine without a screen. */
export function startBrowser(more: string[] = []): Promise<Browser> {
  if (!existsSync(executablePath)) {
    throw new Error(
      `There is no Chromium at ${executablePath}: install it (Debian: apt-get install chromium), or set CHROMIUM.`,
    )
  }
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-quic',
      '--no-first-run',
      '--disable-component-update',
      '--disable-sync',
      '--enable-unsafe-swiftshader',
      ...more,
    ],
  })
}

export const desk = { width: 1280, height: 800 }
export const phone = { width: 390, height: 844 }

/** A page that remembers what went wrong on it. */
export async function openPage(
  browser: Browser,
  viewport = desk,
  more: BrowserContextOptions = {},
): Promise<Page & { errors: string[] }> {
  const context = await browser.newContext({ viewport, locale: 'en-NZ', timezoneId: 'Pacific/Auckland', ...more })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(error.message))
  return Object.assign(page, { errors })
}

/** A page as the administrator, in a session of their own, without the form of signing in. */
export async function signInOn(page: Page, network: Network, path = '/'): Promise<void> {
  const { data } = await network.admin.call('POST', 'user/signin', { username: ADMIN.email, password: ADMIN.password })
  // Once: whoever signs out stays out.
  const enter = (token: string) => {
    if (sessionStorage.getItem(token)) return
    sessionStorage.setItem(token, 'entered')
    localStorage.setItem('ringfence.token', token)
  }
  await page.addInitScript(enter, data.token)
  await page.goto(`${network.url}${path}`)
}

/** The map as the administrator, when its canvas is there. */
export async function openMap(browser: Browser, network: Network, query = '') {
  const page = await openPage(browser)
  await signInOn(page, network, `/app/map${query}`)
  await page.locator('canvas.maplibregl-canvas').waitFor()
  return page
}

/** The middle of the map, in pixels of the page. */
export async function middleOf(page: Page): Promise<[number, number]> {
  const { x, y, width, height } = (await page.locator('canvas.maplibregl-canvas').boundingBox())!
  return [x + width / 2, y + height / 2]
}

/** How many pixels of the map about a point are clearly red, clearly green or teal, and clearly blue. */
export async function coloursAt(
  page: Page,
  x: number,
  y: number,
  radius = 16,
): Promise<{ red: number; green: number; blue: number }> {
  const clip = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }
  const png = (await page.screenshot({ clip })).toString('base64')
  return page.evaluate(async (data) => {
    const image = new Image()
    image.src = `data:image/png;base64,${data}`
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width
    canvas.height = image.height
    const context = canvas.getContext('2d')!
    context.drawImage(image, 0, 0)
    const { data: pixels } = context.getImageData(0, 0, canvas.width, canvas.height)
    const count = { red: 0, green: 0, blue: 0 }
    for (let i = 0; i < pixels.length; i += 4) {
      const [r, g, b] = [pixels[i]!, pixels[i + 1]!, pixels[i + 2]!]
      if (r > 150 && r > g * 1.8 && r > b * 1.8) count.red++
      if (g > 90 && g > r * 1.5 && g > b) count.green++
      if (b > 120 && b > r * 1.6 && b > g * 1.2) count.blue++
    }
    return count
  }, png)
}
