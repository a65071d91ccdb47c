import { sql } from 'kysely'
import type { Browser } from 'playwright-core'
import readXlsxFile from 'read-excel-file/node'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Network, startTracker } from '../../network.ts'
import { writeSegment } from '../../seeds/segments.ts'
import { closePage, desk, openPage, phone, signInOn, startBrowser, startSite, type TestPage } from '../browser.ts'
import { violationsOn } from '../violations.ts'

let network: Network
let browser: Browser
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  const truck = await startTracker(network, 'truck-7', { name: 'Truck 7' })
  await truck.stop()
  const of = { organisation_id: 1, tracker_id: truck.id }
  await writeSegment(network.db, {
    ...of,
    kind: 'trip',
    from: '2026-11-17T08:00:00+13:00',
    until: '2026-11-17T10:00:00+13:00',
    distance_m: 60_000,
    top: 25,
  })
  await writeSegment(network.db, {
    ...of,
    kind: 'stop',
    from: '2026-11-17T10:00:00+13:00',
    until: '2026-11-17T16:00:00+13:00',
  })
  await sql`insert into tracker_day (organisation_id, tracker_id, day, distance_m, estimated_m, driving_s, idle_s, stops, visits)
    values (1, ${truck.id}, '2026-11-17', 60000, 0, 7200, 0, 1, 0)`.execute(network.db)
})
afterAll(() => network?.stop())

describe.each([
  ['desk', desk],
  ['phone', phone],
] as const)('on a %s', (_, size) => {
  let page: TestPage
  const open = async (path: string) => {
    page = await openPage(browser, size)
    await signInOn(page, network, path)
  }
  afterEach(async () => {
    expect(page.errors).toEqual([])
    await closePage(page)
  })

  it('the day of the fleet is a strip each, which opens the replay at the moment of a click', async () => {
    await open(`/app/fleetday?day=2026-11-17`)
    const strip = page.getByRole('button', { name: 'Truck 7: Driving 08:00 to 10:00' })
    await strip.waitFor()
    await page.getByText('60.0 km in 2 h', { exact: true }).waitFor()
    expect(await violationsOn(page)).toEqual([])
    const { width } = (await strip.boundingBox())!
    await strip.click({ position: { x: width * (9 / 24), y: 8 } })
    await page.waitForURL(/app\/replay\?/)
    const moment = Date.parse(new URL(page.url()).searchParams.get('t')!)
    expect(Math.abs(moment - Date.parse('2026-11-17T09:00:00+13:00'))).toBeLessThan(5 * 60_000)
  })

  it('the arrow keys change the day, and an empty day says so of each tracker', async () => {
    await open(`/app/fleetday?day=2026-11-16`)
    await page.getByText('No trips').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByText('60.0 km in 2 h', { exact: true }).waitFor()
  })

  it('a report has its rows and totals, and is a spreadsheet in two clicks', async () => {
    await open(`/app/reports?report=trips&from=2026-11-16&until=2026-11-22`)
    await page.getByText('1 row', { exact: true }).waitFor()
    expect(await page.getByRole('main').textContent()).toContain('60.0 km')
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'XLSX, for spreadsheets' }).click(),
    ])
    const [sheet] = await readXlsxFile((await download.path())!)
    expect(sheet!.data.map((row) => row[0])).toEqual(['Tracker', 'Truck 7', 'Total'])
  })

  it('a report is sent regularly, with what it was asked', async () => {
    await open(`/app/reports?report=stops&period=last_week&at_least_s=3600`)
    await page.getByRole('link', { name: 'Send regularly' }).click()
    await page.getByLabel('Name').fill(`Long stops ${size.width}`)
    await page.getByRole('textbox', { name: 'Recipients' }).fill('boss@example.com')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Nothing was sent yet.').waitFor()
    const { data } = await network.admin.list('reportschedule', { search: `Long stops ${size.width}` })
    expect(data).toMatchObject([
      { report: 'stops', period: 'last_week', filters: { at_least_s: 3600 }, rhythm: 'weekly', weekday: 'monday' },
    ])
  })
})
