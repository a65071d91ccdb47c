import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import writeExcel from 'write-excel-file/node'
import type { Network } from '../../network.ts'
import { closePage, openPage, signInOn, startBrowser, startSite } from '../browser.ts'

let network: Network
let browser: Browser

beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
})
afterAll(() => network?.stop())

const FLEET = 60

/** A fleet as its owner keeps it: two depots below one region, a limit in miles, and one line that is wrong. */
async function fleet(): Promise<Buffer> {
  const head = ['IMEI', 'Rego', 'Depot', 'Speed limit (mph)', 'Bought'].map((value) => ({ value, type: String }))
  const lines = Array.from({ length: FLEET }, (_, i) => [
    { value: i === 30 ? '3.56938E+14' : `35693803564${3000 + i}`, type: String },
    { value: `Truck ${i + 1}`, type: String },
    { value: i % 2 ? 'North > Whangārei' : 'North > Kerikeri', type: String },
    { value: 55, type: Number },
    { value: new Date('2024-04-01T00:00:00Z'), type: Date, format: 'dd/mm/yyyy' },
  ])
  return writeExcel([head, ...lines] as never).toBuffer() as Promise<Buffer>
}

it('makes a fleet with groups and limits from a workbook, shows what is wrong, saves the tokens, and is undone', async () => {
  const page = await openPage(browser)
  await signInOn(page, network, '/app/import')
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await page.locator('input[type=file]').setInputFiles({ name: 'Fleet.xlsx', mimeType, buffer: await fleet() })
  await page.getByText('59 new · 1 line with a fault, which is left out').waitFor()
  await page.getByRole('cell', { name: '32', exact: true }).waitFor()
  await expect.poll(() => page.getByLabel('What the column Depot is').inputValue()).toBe('group')
  await expect.poll(() => page.getByLabel('What the column Bought is').inputValue()).toBe('')
  expect((await network.admin.list('tracker')).info.total).toBe(0)

  await page.getByRole('button', { name: 'Import 59 lines' }).click()
  await page.getByRole('heading', { name: 'Imported' }).waitFor()
  const { data, info } = await network.admin.list('tracker', { sort: 'id', limit: 100 })
  expect(info.total).toBe(FLEET - 1)
  expect(data[0]).toMatchObject({ name: 'Truck 1', group_name: 'Kerikeri' })
  expect(data[0]!.speed_limit).toBeCloseTo(24.6, 1)
  // They are shown only now: leaving without them is asked about.
  await page.getByRole('link', { name: 'Show the list' }).click()
  await page.getByRole('dialog').getByText('Leave without saving?').waitFor()
  await page.getByRole('dialog').locator('[data-autofocus]').click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the device tokens' }).click(),
  ])
  const tokens = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
  expect(tokens).toHaveLength(FLEET)
  expect(tokens[1]).toContain('356938035643000')

  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('59 lines are undone.').waitFor()
  expect((await network.admin.list('tracker')).info.total).toBe(0)
  expect(page.errors).toEqual([])
  await closePage(page)
})

it('shows what became of plans of maintenance, and leads to their list', async () => {
  await network.admin.create('trackergroup', { name: 'Buses' })
  const page = await openPage(browser)
  await signInOn(page, network, '/app/import?kind=maintenanceplan')
  const buffer = Buffer.from('Plans of 2026\nname,group,every km\nService,Buses,15000\n')
  await page.locator('input[type=file]').setInputFiles({ name: 'Plans.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Import 1 line' }).click()
  await page.getByRole('heading', { name: 'Imported' }).waitFor()
  await page.getByRole('link', { name: 'Show the list' }).click()
  await page.getByText('Service').first().waitFor()
  expect(page.errors).toEqual([])
  await closePage(page)
})
