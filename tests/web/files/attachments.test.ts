import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MailServer, startMailServer } from '../../messaging/fakes.ts'
import { box, type Network } from '../../network.ts'
import { desk, phone, startBrowser, startSite } from '../browser.ts'
import { closeAll, enter, openAs } from '../people.ts'

let network: Network
let browser: Browser
let smtp: MailServer
let organisation_id: number
beforeAll(async () => {
  smtp = await startMailServer()
  network = await startSite({ SMTP_URL: smtp.url })
  browser = await startBrowser()
  organisation_id = (await network.admin.create('organisation', { name: 'Freight' })).data.id
  for (const username of ['boss', 'hana']) {
    await enter(network, username, organisation_id, username === 'boss' ? 'Administrator' : 'Staff')
  }
})
afterAll(async () => {
  await network?.stop()
  await smtp?.stop()
})

const as = (username: string, path: string, size = desk) => openAs(browser, network, username, path, size)
const picture = {
  name: 'Te ute o Hana.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}
const paper = { name: 'Warranty.txt', mimeType: 'text/plain', buffer: Buffer.from('Two years.') }

/** Chooses files in the dialog of the browser that "Upload files" opens. */
async function choose(page: Page, files: (typeof picture)[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Upload files' }).click(),
  ])
  await chooser.setFiles(files)
}

it('files are added to a tracker, seen by others on its page and its panel, and removed', async () => {
  const { data: tracker } = await network.admin.create('tracker', { organisation_id, number: 'ute-1', name: 'Ute 1' })
  const boss = await as('boss', `/app/tracker?id=${tracker.id}`)
  await boss.getByText('Documents and pictures of this tracker.').waitFor()
  await choose(boss, [picture, paper])
  await boss.getByRole('button', { name: 'Te ute o Hana.png' }).first().waitFor()
  await boss.getByText('10 bytes · by boss').waitFor()
  await expect
    .poll(() => boss.locator('li img').evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth)))
    .toEqual([1])

  const hana = await as('hana', `/app/tracker?id=${tracker.id}`, phone)
  const [opened] = await Promise.all([
    hana.waitForEvent('popup'),
    hana.getByRole('button', { name: 'Warranty.txt' }).first().click(),
  ])
  await opened.getByText('Two years.').waitFor()
  await opened.close()
  expect(await hana.getByRole('button', { name: 'Upload files' }).count()).toBe(0)
  expect(await hana.getByRole('button', { name: 'Remove' }).count()).toBe(0)
  await hana.goto(`${network.url}/app/map?tracker=${tracker.id}`)
  await hana.getByRole('button', { name: 'Warranty.txt' }).waitFor({ state: 'attached' })

  const [attached] = (await network.admin.list('attachment', { tracker_id: tracker.id })).data
  await boss.goto(`${network.url}/app/file?id=${attached!.file_id}`)
  await boss.getByRole('link', { name: 'Ute 1' }).click()
  await boss.getByRole('heading', { level: 1, name: 'Ute 1' }).waitFor()
  await boss.goto(`${network.url}/app/map?tracker=${tracker.id}`)
  await boss.getByRole('button', { name: 'Warranty.txt' }).waitFor()
  await boss.goBack()
  await boss.getByRole('button', { name: 'Remove Warranty.txt' }).click()
  await boss.getByText('Warranty.txt is not attached any more. It is still among the files.').waitFor()
  await boss.getByRole('button', { name: 'Choose from the files' }).click()
  await boss.getByLabel('Search by name').fill('warr')
  await boss.getByRole('button', { name: 'Attach Warranty.txt' }).click()
  await boss.getByText('Warranty.txt has been attached.').waitFor()
  await closeAll(boss, hana)
})

it('files are added to a boundary', async () => {
  const { data: boundary } = await network.admin.create('boundary', {
    organisation_id,
    name: 'Depot',
    geometry: box(174.7, -36.9, 174.8, -36.8),
  })
  const boss = await as('boss', `/app/boundary/edit?id=${boundary.id}`)
  await choose(boss, [paper])
  await boss
    .getByRole('button', { name: /^Warranty( \(2\))?\.txt/ })
    .first()
    .waitFor()
  await closeAll(boss)
})

it('files go with a message and its mail', async () => {
  const hana = await as('hana', '/app/message', phone)
  await hana.getByLabel('Subject').fill('Papers of the ute')
  await hana.getByLabel('Text').fill('Here they are.')
  await choose(hana, [picture, paper])
  await hana.getByRole('button', { name: 'Remove Te ute o Hana.png' }).click()
  await hana.getByRole('button', { name: 'Send' }).click()
  await hana.getByRole('heading', { level: 1, name: 'Papers of the ute' }).waitFor()
  const boss = await as('boss', '/app/messages')
  await boss.getByRole('table').getByRole('link', { name: 'Papers of the ute' }).click()
  await boss.getByRole('button', { name: 'Download Warranty.txt' }).waitFor()
  await network.server.delivery.drain()
  const [mail] = smtp.to('boss@example.com').slice(-1)
  expect(mail!.raw).toContain(Buffer.from('Two years.').toString('base64'))
  await closeAll(boss, hana)
})
