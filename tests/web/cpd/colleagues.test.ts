import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { type College, day, makeCollege } from '../../seeds/college.ts'
import { closePage, desk, openPage, startBrowser, startSite } from '../browser.ts'

let network: Network
let browser: Browser
let college: College
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  college = await makeCollege(network, 'college')
})
afterAll(async () => {
  await network?.stop()
})

it.each(['Approve the list', 'Refuse the list'] as const)(
  'a supervisor decides on a list of colleagues (%s), and the page asks for nothing that is not theirs any more',
  async (choice) => {
    const { client } = college.administrator
    const fields = [{ name: 'words', label: 'In your words', kind: 'longtext' }]
    const template = { name: choice, fields, filled_by: 'anonymous', colleagues_approved_by: 'supervisor' }
    const { data: made } = await client.create('devformtemplate', template as never)
    await client.update('devformtemplate', { id: made.id, state: 'published' } as never)
    const round = { devformtemplate_id: made.id, closes_on: day(14) }
    const { data } = await college.trainee.client.create('devfeedback', round as never)
    const colleagues = [{ email: `one-${data.id}@example.com` }]
    await college.trainee.client.act('POST devfeedback/invite', { id: data.id, colleagues })
    const page = await openPage(browser, desk)
    const { token } = college.supervisor
    const entering = await page.addInitScript((own) => localStorage.setItem('ringfence.token', own), token)
    await page.goto(`${network.url}/app/feedbackround?id=${data.id}`)
    await entering.dispose()
    await page.getByText(colleagues[0]!.email).waitFor()
    if (choice === 'Refuse the list') await page.getByRole('textbox').fill('Two of them are friends')
    await page.getByRole('button', { name: choice, exact: true }).click()
    await page.waitForURL(/\/app\/feedbackrounds/)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(page.errors).toEqual([])
    await closePage(page)
  },
)
