import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'

const help = `Usage: npm run screenshots -- [--url http://localhost:8080] --user NAME --password PASSWORD

Takes pictures of the pages of a running server, at a desk's size and a phone's, light and dark, into web/screenshots.
For the picture in the README, start it with npm start -- --demo first.`

const options = {
  url: { type: 'string', default: 'http://localhost:8080' },
  user: { type: 'string' },
  password: { type: 'string' },
  help: { type: 'boolean' },
} as const

const sizes = { '': { width: 1280, height: 800 }, '-phone': { width: 390, height: 844 } }
const folder = join(import.meta.dirname, '../web/screenshots')

const { values } = parseArgs({ options })
if (values.help || !values.user || !values.password) {
  console.log(help)
  process.exit(values.help ? 0 : 1)
}

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
if (!existsSync(executablePath)) throw new Error(`There is no Chromium at ${executablePath}: set CHROMIUM to its path.`)
const args = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
]
const browser = await chromium.launch({ executablePath, args })
mkdirSync(folder, { recursive: true })
for (const colorScheme of ['light', 'dark'] as const) {
  for (const [suffix, viewport] of Object.entries(sizes)) {
    const name = (page: string) => join(folder, `${page}${suffix}${colorScheme === 'dark' ? '-dark' : ''}.png`)
    const page = await browser.newPage({ viewport, colorScheme, locale: 'en-NZ', timezoneId: 'Pacific/Auckland' })
    await page.goto(values.url)
    await page.getByLabel('Username or e-mail').waitFor()
    await page.screenshot({ path: name('signin') })
    await page.getByLabel('Username or e-mail').fill(values.user)
    await page.getByLabel('Password', { exact: true }).fill(values.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.locator('canvas.maplibregl-canvas').waitFor()
    await page.waitForTimeout(8_000) // the map flies and the coast loads
    await page.screenshot({ path: name('map') })
    console.log(`signin and map: ${viewport.width}×${viewport.height}, ${colorScheme}`)
    await page.close()
  }
}
await browser.close()
