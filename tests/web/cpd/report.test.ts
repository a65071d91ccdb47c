import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { upload } from '../../files/uploads.ts'
import type { Network } from '../../network.ts'
import { readPdf } from '../../pdf.ts'
import { type College, day, makeCollege } from '../../seeds/college.ts'
import { makeDevelopment } from '../../seeds/development.ts'
import type { Person } from '../../seeds/people.ts'
import { closePage, desk, openPage, phone, startBrowser, startSite } from '../browser.ts'

let network: Network
let browser: Browser
let college: College
let cycle_id: number
let address: string
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  college = await makeCollege(network, 'college')
  const { administrator, trainee } = college
  const development = await makeDevelopment(administrator.client, college.id)
  cycle_id = development.cycle_id
  address = `/report/${trainee.id}/cycle/${cycle_id}`
  const { data: plans } = await trainee.client.call('GET', 'devplans/current')
  await trainee.client.update('devplan', { id: plans[0].id, text: 'Whakapai ngā mahi: a better service in Tāmaki.' })
  const evidence = [(await upload(network, trainee.token, 'scans', { name: 'audit.txt' })).data.id]
  await trainee.client.create('devactivity', {
    target: 'Audit of ankle scans',
    completed_on: day(0),
    hours: 8,
    learnings: 'Two scans were repeated.',
    credits: [{ devcategory_id: development.category_id, hours: 8 }],
    evidence,
  })
  await trainee.client.call('POST', 'devplan/submit', { id: plans[0].id })
})
afterAll(async () => {
  await network?.stop()
})

async function openAs(person: Person, path: string, size = desk) {
  const page = await openPage(browser, size)
  const entering = await page.addInitScript((token) => localStorage.setItem('ringfence.token', token), person.token)
  await page.goto(`${network.url}${path}`)
  await entering.dispose()
  return page
}

it('a trainee reads the report, saves it as PDF with its evidence, and prints it without the frame', async () => {
  const page = await openAs(college.trainee, address)
  await page.getByRole('heading', { level: 1, name: /college-user/ }).waitFor()
  await page.getByRole('cell', { name: 'E1', exact: true }).first().waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as PDF' }).click()
  const { tagged, text } = await readPdf(await readFile(await (await saved).path()))
  expect(tagged).toBe(true)
  expect(text).toContain('Whakapai ngā mahi')
  const zip = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF with evidence' }).click()
  expect((await zip).suggestedFilename()).toBe('cpd-report.zip')
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
  expect(await page.getByRole('banner').isVisible()).toBe(false)
  expect(await page.getByRole('cell', { name: 'Audit of ankle scans' }).isVisible()).toBe(true)
  await page.emulateMedia({ media: null })
  expect(page.errors).toEqual([])
  await closePage(page)
})

it('a supervisor finds the trainee in the matrix, and an administrator draws for an audit', async () => {
  const page = await openAs(college.supervisor, '/app/userrelationships', phone)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'People I supervise' }).click()
  // The list before it has links with the same name.
  await page.getByRole('rowheader').getByRole('link', { name: 'college-user' }).click()
  await page.waitForURL(`${network.url}${address}`)
  await page.getByRole('cell', { name: 'Audit of ankle scans' }).waitFor()
  expect(page.errors).toEqual([])
  await closePage(page)

  const admins = await openAs(college.administrator, `/app/matrix?cycle=${cycle_id}`)
  await admins.getByRole('rowheader').nth(3).waitFor()
  await admins.getByRole('link', { name: 'Audit draws' }).click()
  await admins.getByRole('link', { name: 'Draw for an audit' }).first().click()
  await admins.getByLabel('Share in per cent').fill('100')
  await admins.getByLabel('Number that decides the draw').fill('Rangi')
  await admins.getByRole('button', { name: 'Draw' }).click()
  await admins.getByRole('heading', { name: /people were drawn/ }).waitFor()
  await admins.getByRole('link', { name: 'What counts for them' }).click()
  await admins.getByRole('link', { name: 'college-user' }).waitFor()
  expect(admins.errors).toEqual([])
  await closePage(admins)
})
