import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { configure, upload } from '../../files/uploads.ts'
import { openPage, phone, signInOn } from '../browser.ts'
import { act, closeTray, drop, line, names, row, startFiles, trayOf } from './explorer.ts'

let site: Awaited<ReturnType<typeof startFiles>>
beforeAll(async () => {
  site = await startFiles()
})
afterAll(async () => {
  await site?.network.stop()
})

it('uploads what is dropped, shows its progress and cancels one of it', async () => {
  const folder = await site.makeFolder('Photos')
  const page = await site.open(`/app/files?folder=${folder}`)
  const session = await page.context().newCDPSession(page)
  await page.getByText('This folder is empty.').waitFor()
  const slow = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 60_000 }
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow)
  await drop(page, [
    ['gate.txt', 200_000],
    ['yard.txt', 200_000],
    ['shed.txt', 200_000],
  ])
  const tray = trayOf(page)
  const progress = tray.getByRole('progressbar', { name: 'Uploading gate.txt' })
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(5)
  await tray.getByRole('button', { name: 'Cancel the upload of yard.txt' }).click()
  await line(tray, 'yard.txt').getByText('Cancelled').waitFor()
  await session.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  for (const name of ['gate.txt', 'shed.txt']) await tray.getByRole('link', { name }).waitFor()
  await closeTray(page)
  await row(page, 'gate.txt').getByRole('cell', { name: '195.3 KB', exact: true }).waitFor()
  await expect.poll(() => names(page)).toEqual(['gate.txt', 'shed.txt'])
  const stored = await site.person.list('file', { parent_file_id: folder, deleted: false })
  expect(stored.data.map(({ name, size }) => [name, size])).toEqual([
    ['gate.txt', 200_000],
    ['shed.txt', 200_000],
  ])

  // The same again: a name that exists is kept beside the first.
  await drop(page, [['gate.txt', 10]])
  await line(tray, 'gate.txt').getByRole('button', { name: 'Keep both' }).click()
  await page.getByRole('link', { name: 'gate (2).txt' }).waitFor()
  await site.close(page)
})

it('says what is too large before anything is sent, and uploads whole folders', async () => {
  await configure(site.network, site.organisation_id, { file_bytes_max: 1000 })
  const folder = await site.makeFolder('Archive')
  const page = await site.open(`/app/files?folder=${folder}`)
  await page.getByText('A file may have up to 1000 bytes.').waitFor()
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
  await drop(page, [['large.bin', 1001]])
  await trayOf(page).getByText('This file is too large: at most 1000 bytes.').waitFor()
  expect(sent).toEqual([])
  await closeTray(page)
  await configure(site.network, site.organisation_id, { file_bytes_max: 10 * 2 ** 30 })

  const local = mkdtempSync(join(tmpdir(), 'ringfence-folder-'))
  mkdirSync(join(local, 'Te Tai Tokerau', 'Pūrongo'), { recursive: true })
  writeFileSync(join(local, 'Te Tai Tokerau', 'one.txt'), 'one')
  writeFileSync(join(local, 'Te Tai Tokerau', 'Pūrongo', 'two.txt'), 'two')
  await page.locator('input[type=file][webkitdirectory]').setInputFiles(join(local, 'Te Tai Tokerau'))
  await trayOf(page).getByRole('link', { name: 'Te Tai Tokerau / Pūrongo / two.txt' }).waitFor()
  await closeTray(page)
  await page.getByRole('link', { name: 'Te Tai Tokerau', exact: true }).click()
  await page.getByRole('link', { name: 'Pūrongo', exact: true }).click()
  await page.getByRole('link', { name: 'two.txt' }).waitFor()
  rmSync(local, { recursive: true })
  await site.close(page)
})

it('walks through folders with the address, so that Back works, and moves with keys and dialogs', async () => {
  const folder = await site.makeFolder('Trucks')
  const inner = await site.makeFolder('Truck 7', folder)
  await site.makeFolder('Truck 8', folder)
  await site.put('service.txt', 'oil', inner)
  const page = await site.open('/app/files')
  await page.getByRole('link', { name: 'Trucks' }).click()
  await page.getByRole('link', { name: 'Truck 7' }).click()
  await page.getByRole('link', { name: 'service.txt' }).waitFor()
  expect(new URL(page.url()).searchParams.get('folder')).toBe(String(inner))
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Trucks' }).waitFor()
  await page.goForward()
  const crumbs = page.getByRole('navigation', { name: 'Folders above this one' })
  await crumbs.getByRole('link', { name: 'Trucks' }).waitFor()

  // With the keyboard only: select, and choose another folder in the tree.
  await page.getByRole('link', { name: 'service.txt' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('toolbar').getByRole('button', { name: 'Move', exact: true }).click()
  const tree = page.getByRole('tree', { name: 'Folders' })
  await tree.getByRole('treeitem', { name: 'Truck 8' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Move here' }).click()
  await page.getByText('It has been moved.').waitFor()
  await page.getByText('This folder is empty.').waitFor()
  await crumbs.getByRole('link', { name: 'Trucks' }).click()
  await row(page, 'Truck 8').getByRole('cell', { name: '1 item', exact: true }).waitFor()

  // A folder cannot be moved into itself: it is not offered. F2 renames, Delete moves to the trash.
  await page.getByRole('link', { name: 'Truck 7' }).focus()
  await page.keyboard.press('F2')
  const dialog = page.getByRole('dialog', { name: 'Rename' })
  await dialog.getByLabel('Name').fill('Truck 8')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('Name').fill('Truck 9')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Truck 9' }).focus()
  await page.keyboard.press('Delete')
  await page.getByText('Truck 9 is in the trash.').waitFor()
  await expect.poll(() => names(page)).toEqual(['Truck 8'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: 'Truck 9' }).waitFor()
  await site.close(page)
})

it('restores from the trash, and deletes forever', async () => {
  const folder = await site.makeFolder('Plans')
  for (const name of ['keep.txt', 'lose.txt']) await site.person.remove('file', await site.put(name, name, folder))
  const page = await site.open('/app/files?view=trash')
  await page.getByLabel('Select keep.txt').check()
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByLabel('Select keep.txt').waitFor({ state: 'detached' })
  await page.getByLabel('Select lose.txt').check()
  await page.getByRole('button', { name: 'Delete forever' }).click()
  await page.getByText('Delete one forever? This cannot be undone.').waitFor()
  await page.getByRole('button', { name: 'Yes' }).click()
  await page.getByLabel('Select lose.txt').waitFor({ state: 'detached' })
  await page.goto(`${site.network.url}/app/files?folder=${folder}`)
  await page.getByRole('link', { name: 'keep.txt' }).waitFor()
  await expect.poll(() => names(page)).toEqual(['keep.txt'])
  await site.close(page)
})

it('shows the organisation’s files without what only administrators may do, on a phone without scrolling sideways', async () => {
  await upload(site.network, site.network.token, 'Read this.', {
    name: 'Health and safety – what every driver reads before the first day.txt',
    fields: { organisation_id: site.organisation_id, parent_file_id: 'null' },
  })
  const page = await site.open('/app/files', phone)
  await page.getByRole('button', { name: 'Upload' }).waitFor()
  await page.getByRole('link', { name: 'Organisation', exact: true }).click()
  await page.getByRole('link', { name: 'Health and safety' }).waitFor()
  expect(await page.getByRole('button', { name: 'Upload' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Actions: Health and safety' }).click()
  const actions = ['View', 'Download', 'Details', 'Zip', 'Encrypt']
  await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(actions)
  await page.keyboard.press('Escape')
  for (const name of ['List', 'Tiles']) {
    await page.getByTitle(name).click()
    await page.getByRole('link', { name: 'Health and safety' }).waitFor()
    expect(await page.evaluate(() => document.querySelector('#page')!.scrollWidth)).toBeLessThanOrEqual(390)
  }
  await page.getByRole('searchbox').fill('safety')
  await page.getByText('What was found in all folders:').waitFor()
  await site.close(page)
})

it('starts administrators at the organisation’s root, who drag files into folders and move them to a person', async () => {
  const admin = site.network.admin
  const { data: folder } = await admin.create('file', {
    organisation_id: site.organisation_id,
    name: 'Policies',
    parent_file_id: null,
  })
  const fields = { organisation_id: site.organisation_id, parent_file_id: 'null' }
  await upload(site.network, site.network.token, 'Read this.', { name: 'safety.txt', fields })
  const page = await openPage(site.browser)
  await signInOn(page, site.network, '/app/files')
  await page.getByRole('heading', { level: 1, name: 'Organisation' }).waitFor()
  await page.getByRole('link', { name: 'safety.txt' }).waitFor()
  await row(page, 'safety.txt').dragTo(row(page, 'Policies'))
  await page.getByText('It has been moved.').waitFor()
  await page.getByRole('link', { name: 'Policies' }).click()
  await page.getByRole('link', { name: 'safety.txt' }).waitFor()
  expect((await admin.list('file', { parent_file_id: folder.id })).data.map(({ name }) => name)).toEqual(['safety.txt'])

  await act(page, 'safety.txt', 'Move')
  await page.getByRole('treeitem', { name: 'aroha' }).last().click()
  await page.getByRole('button', { name: 'Move here' }).click()
  await page.getByText('This folder is empty.').waitFor()
  const [moved] = (await site.person.list('file', { search: 'safety.txt', parent_file_id: site.root })).data
  expect(moved).toMatchObject({ owner: 'aroha', path: 'aroha/safety.txt' })
  await site.close(page)
})
