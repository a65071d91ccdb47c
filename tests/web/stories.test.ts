import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../scripts/postgres.ts'
import { type MailServer, startMailServer } from '../messaging/fakes.ts'
import { box, type Network, startTracker } from '../network.ts'
import { closePage, coloursAt, desk, middleOf, openPage, signInOn, startBrowser, startSite } from './browser.ts'
import { fillSignIn, PASSWORD } from './people.ts'
import { startProxy } from './proxy.ts'
import { lineOn, type } from './terminal.ts'
import { drag, goTo, openEditor, tool } from './tracking/editor.ts'

let smtp: MailServer
let network: Network
let browser: Browser
beforeAll(async () => {
  smtp = await startMailServer()
  const port = await freePort()
  // Links in mails point to this address, so that they can be followed unchanged.
  network = await startSite({
    HTTP_PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: smtp.url,
    MESSAGE_RETRY_S: '1',
  })
  browser = await startBrowser()
})
afterAll(async () => {
  await network?.stop()
  await smtp?.stop()
})

it('from an empty installation to an alert in the mailbox, through the user interface', async () => {
  const email = 'aroha@example.com'
  const page = await openPage(browser, desk)
  await page.goto(network.url)
  await page.getByRole('link', { name: 'Register' }).last().click()
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.goto(await linkInMail(email, 'Confirm your registration'))
  await page.getByLabel('Name (optional)').fill('Aroha')
  await page.getByLabel('Username').fill('aroha')
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat the new password').fill(PASSWORD)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, 'aroha', PASSWORD)

  await page.getByRole('heading', { level: 1, name: 'Aroha' }).waitFor()
  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.getByRole('link', { name: 'Add a tracker' }).click()
  await page.getByLabel('Device number').fill('truck-7')
  await page.getByLabel('Device name').fill('Truck 7')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Waiting for its first position,').waitFor()
  const line = await lineOn(page, 'mosquitto_pub')
  await type(line)
  await page.getByText('It reports. Last contact:').waitFor()
  await page.getByRole('link', { name: 'Show on the map' }).click()
  await expect.poll(async () => (await inTheMiddle(page)).blue).toBeGreaterThan(20)

  await page.getByRole('link', { name: 'Ringfence' }).first().click()
  await steps.getByRole('link', { name: 'Draw a boundary' }).click()
  await page.locator('canvas.maplibregl-canvas').waitFor()
  await goTo(page, 'Auckland')
  const frame = (await page.locator('canvas.maplibregl-canvas').boundingBox())!
  const at = (x: number, y: number): [number, number] => [frame.x + frame.width / 2 + x, frame.y + frame.height / 2 + y]
  await tool(page, 'Rectangle').click()
  await drag(page, at(-200, -150), at(200, 150))
  await page.getByLabel('Name').fill('Depot')
  await page.getByRole('radio', { name: 'All trackers' }).check()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/boundary\/edit\?id=\d+/)
  await page.getByRole('link', { name: 'Ringfence' }).first().click()
  await page.getByRole('link', { name: 'All trackers' }).click()
  await page.getByRole('link', { name: 'Truck 7' }).click()
  await page.getByRole('link', { name: 'Show on the map' }).click()
  await page.getByRole('heading', { name: 'Truck 7' }).waitFor()
  await type(line)
  await page.getByText('Inside', { exact: true }).first().waitFor()

  await type(line.replace('-36.85', '-38.2'))
  await page
    .getByText(/Truck 7 left Depot/)
    .first()
    .waitFor()
  await page.getByLabel('Show on the map', { exact: true }).click()
  await expect.poll(async () => (await inTheMiddle(page)).red).toBeGreaterThan(20)
  await page.goto(await linkInMail(email, 'Truck 7 has left Depot'))
  await page
    .getByRole('heading', { name: /Truck 7|Replay/ })
    .first()
    .waitFor()
  expect(page.errors).toEqual([])
  await closePage(page)
}, 300_000)

it('a boundary’s vertices are moved, undone, redone and saved, and persist after a reload', async () => {
  const { data } = await network.admin.create('boundary', { name: 'Yard', geometry: box(174.7, -36.9, 174.8, -36.8) })
  const { page, at } = await openEditor(browser, network, { query: `?id=${data.id}` })
  await page.getByText(/4 corners/).waitFor()
  const before = await areaOn(page)
  // The boundary fills the space between the tools and the hint.
  const corner = at(...(await southEast(page)))
  await drag(page, corner, [corner[0] + 60, corner[1] + 40])
  await expect.poll(() => areaOn(page)).not.toBe(before)
  const moved = await areaOn(page)
  await page.keyboard.press('Control+z')
  await expect.poll(() => areaOn(page)).toBe(before)
  await page.keyboard.press('Control+Shift+Z')
  await expect.poll(() => areaOn(page)).toBe(moved)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The boundary has been saved.').waitFor()
  await page.reload()
  await page.getByText(/4 corners/).waitFor()
  expect(await areaOn(page)).toBe(moved)
  expect(page.errors).toEqual([])
  await closePage(page)
})

it('an administrator impersonates a user and returns, and the audit log names the administrator', async () => {
  const { data: others } = await network.admin.create('tracker', { number: 'of-nobody', name: 'Of nobody' })
  const { organisation_id } = others
  const { data: mere } = await network.admin.create('user', {
    organisation_id,
    username: 'mere',
    email: 'mere@example.com',
    password: PASSWORD,
    name: 'Mere',
  })
  await network.admin.call('POST', 'user/confirm', { id: mere.id })
  await network.admin.create('tracker', { number: 'of-mere', name: 'Of Mere', owner_user_id: mere.id })

  const page = await openPage(browser, desk)
  await signInOn(page, network, '/app/trackers')
  await page.getByRole('link', { name: 'Of nobody' }).waitFor()
  await page.goto(`${network.url}/app/user/admin?id=${mere.id}&tab=account`)
  await page.getByRole('button', { name: 'Act as this user' }).click()
  await page.getByRole('button', { name: 'Yes: Act as this user' }).click()
  await page.getByText('You are acting as Mere. Sign out to stop.').waitFor()
  await page.getByRole('link', { name: 'Trackers', exact: true }).first().click()
  await page.getByRole('link', { name: 'Of Mere' }).waitFor()
  expect(await page.getByText('Of nobody').count()).toBe(0)
  await page.getByRole('link', { name: 'Of Mere' }).click()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByLabel('Device name').fill('Renamed')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The tracker has been saved.').waitFor()

  await page.getByRole('link', { name: 'Sign out' }).first().click()
  await page.getByLabel('Username or e-mail').waitFor()
  await signInOn(page, network, '/app/organisation/admin?tab=log')
  const row = page.getByRole('row', { name: /Tracker: changed/ }).first()
  await expect.poll(() => row.textContent()).toMatch(/Mere.*Administrator/)
  expect(await page.getByText('You are acting as').count()).toBe(0)
  // Chromium logs the 401 of the ended session.
  expect(page.errors.filter((error) => !error.includes('401'))).toEqual([])
  await closePage(page)
})

it('a network outage of half a minute is shown, and missed updates arrive without a reload', async () => {
  const truck = await startTracker(network, 'truck-8', { name: 'Truck 8' })
  const away = await startProxy(Number(new URL(network.url).port))
  await truck.report({ lat: -36.85, lon: 174.76 })
  const page = await openPage(browser, desk)
  await signInOn(page, { ...network, url: away.url }, `/app/map?tracker=${truck.id}`)
  await page.getByRole('heading', { name: 'Truck 8' }).waitFor()
  await page.getByText(/36°51/).waitFor()
  // Parts of the page that are loaded later, too.
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => Object.assign(window, { before: true }))

  away.cut()
  await page.getByText('The live connection is lost.').waitFor()
  for (let second = 1; second <= 30; second++) {
    await truck.report({ lat: -36.85 - second / 100, lon: 174.76 })
    await page.waitForTimeout(1000)
  }
  await page.getByText(/36°51/).waitFor()
  away.mend()
  await page.getByText(/37°09/).waitFor()
  await page.getByText('The live connection is lost.').waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => 'before' in window)).toBe(true)
  await closePage(page)
  await truck.stop()
  await away.stop()
})

const areaOn = (page: Page) => page.getByText(/\d corners/).textContent()

/** A corner of a square higher than wide in kilometres, from the middle of the map. */
async function southEast(page: Page): Promise<[number, number]> {
  const { height } = (await page.locator('canvas.maplibregl-canvas').boundingBox())!
  const half = (height - 250) / 2
  return [half * Math.cos((36.85 * Math.PI) / 180), half - 5]
}

/** The first link in the mail with this subject, once it has arrived. */
async function linkInMail(to: string, subject: string): Promise<string> {
  const mail = () => smtp.to(to).find((each) => each.subject === subject)
  await expect.poll(mail).toBeTruthy()
  return /https?:\/\/\S+/.exec(mail()!.text)![0]
}

async function inTheMiddle(page: Page) {
  return coloursAt(page, ...(await middleOf(page)), 60)
}
