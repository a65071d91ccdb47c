import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { configure, upload } from '../../files/uploads.ts'
import { makeZip } from '../../files/zips.ts'
import type { Network } from '../../network.ts'
import { closePage, desk, openPage, phone, signInOn, startBrowser, startSite, type TestPage } from '../browser.ts'
import { enter, guest, PASSWORD } from '../people.ts'

let network: Network
let browser: Browser
let organisation_id: number
/** The person of the tests, who is no administrator. */
let token: string
let root: number
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  organisation_id = (await network.admin.list('organisation')).data[0]!.id
  await enter(network, 'aroha', organisation_id, 'User')
  const { data } = await guest(network).client.call('POST', 'user/signin', { username: 'aroha', password: PASSWORD })
  token = data.token
  root = (await person().call('GET', 'files/usage', { organisation_id })).data.root_file_id
})
afterAll(async () => {
  await network?.stop()
})

const person = () => guest(network, token).client

it('uploads what is dropped, shows its progress and cancels one of it', async () => {
  const folder = await makeFolder('Photos')
  const page = await open(`/app/files?folder=${folder}`)
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
  expect(await names(page)).toEqual(['gate.txt', 'shed.txt'])
  const stored = await person().list('file', { parent_file_id: folder, deleted: false })
  expect(stored.data.map(({ name, size }) => [name, size])).toEqual([
    ['gate.txt', 200_000],
    ['shed.txt', 200_000],
  ])

  // The same again: a name that exists is kept beside the first.
  await drop(page, [['gate.txt', 10]])
  await line(tray, 'gate.txt').getByRole('button', { name: 'Keep both' }).click()
  await page.getByRole('link', { name: 'gate (2).txt' }).waitFor()
  await close(page)
})

it('says what is too large before anything is sent, and uploads whole folders', async () => {
  await configure(network, organisation_id, { file_bytes_max: 1000 })
  const folder = await makeFolder('Archive')
  const page = await open(`/app/files?folder=${folder}`)
  await page.getByText('A file may have up to 1000 bytes.').waitFor()
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
  await drop(page, [['large.bin', 1001]])
  await trayOf(page).getByText('This file is too large: at most 1000 bytes.').waitFor()
  expect(sent).toEqual([])
  await closeTray(page)
  await configure(network, organisation_id, { file_bytes_max: 10 * 2 ** 30 })

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
  await close(page)
})

it('walks through folders with the address, so that Back works, and moves with keys and dialogs', async () => {
  const folder = await makeFolder('Trucks')
  const inner = await makeFolder('Truck 7', folder)
  await makeFolder('Truck 8', folder)
  await put('service.txt', 'oil', inner)
  const page = await open('/app/files')
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
  expect(await names(page)).toEqual(['Truck 8'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: 'Truck 9' }).waitFor()
  await close(page)
})

it('views a file in its own window, and says so where the browser blocks it', async () => {
  const id = await put('notes.txt', 'Kia ora', root)
  const page = await open(`/app/file?id=${id}`)
  await page.getByRole('region', { name: 'Preview of notes.txt' }).getByText('Kia ora').waitFor()
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'View' }).click()
  const opened = await popup
  await opened.waitForURL(/\/content\?/)
  await opened.getByText('Kia ora').waitFor()
  await opened.close()

  // What `open` returns where pop-ups are blocked.
  await page.evaluate(() => {
    window.open = () => null
  })
  await page.getByRole('button', { name: 'View' }).click()
  await page.getByText('Could not create file window. Please check popup notifications then try again.').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'View' }).waitFor()
  await person().call('DELETE', 'file', { id })
  await page.getByRole('button', { name: 'View' }).click()
  await page.getByText('Error creating file window: There is no such file.').waitFor()
  await close(page)
})

it('zips, downloads, unzips, encrypts and decrypts; the tray follows the jobs and survives a reload', async () => {
  const folder = await makeFolder('Reports')
  await put('a.txt', 'alpha', folder)
  await put('b.txt', 'beta', folder)
  const page = await open(`/app/files?folder=${folder}`)
  await page.getByLabel('Select a.txt').check()
  await page.getByLabel('Select b.txt').check()
  const several = page.waitForEvent('download')
  await page.getByRole('toolbar').getByRole('button', { name: 'Download' }).click()
  expect((await several).suggestedFilename()).toBe('files.zip')
  expect(namesIn(readFileSync(await (await several).path()))).toEqual(['a.txt', 'b.txt'])

  await page.getByRole('toolbar').getByRole('button', { name: 'Zip' }).click()
  const dialog = page.getByRole('dialog', { name: 'Zip' })
  await dialog.getByLabel('Name').fill('reports')
  await dialog.getByRole('button', { name: 'Make the zip' }).click()
  await trayOf(page).getByRole('link', { name: 'reports.zip' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Uploads and jobs' }).click()
  await trayOf(page).getByRole('link', { name: 'reports.zip' }).click()
  await page.getByRole('heading', { level: 1, name: 'reports.zip' }).waitFor()
  const one = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await one).suggestedFilename()).toBe('reports.zip')
  expect(namesIn(readFileSync(await (await one).path()))).toEqual(['a.txt', 'b.txt'])

  await page.getByRole('button', { name: 'Actions: reports.zip' }).click()
  await page.getByRole('menuitem', { name: 'Unzip' }).click()
  await trayOf(page).getByRole('link', { name: 'reports', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'reports' }).waitFor()
  expect(await names(page)).toEqual(['a.txt', 'b.txt'])

  await act(page, 'a.txt', 'Encrypt')
  const passphrase = 'correct horse battery'
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await page.getByLabel('Repeat the passphrase').fill(passphrase)
  await page.getByRole('dialog').getByRole('button', { name: 'Encrypt' }).click()
  await page.getByRole('main').getByRole('link', { name: 'a.txt.age' }).waitFor()
  await closeTray(page)
  await act(page, 'a.txt.age', 'Decrypt')
  await page.getByLabel('Passphrase', { exact: true }).fill('wrong horse battery')
  await page.getByRole('dialog').getByRole('button', { name: 'Decrypt' }).click()
  await page.getByText('Wrong passphrase.').waitFor()
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await page.getByRole('dialog').getByRole('button', { name: 'Decrypt' }).click()
  await page.getByRole('main').getByRole('link', { name: 'a (2).txt' }).waitFor()

  // What fails says why, and ended jobs are cleared.
  await put('broken.zip', makeZip([{ name: 'x', data: 'x' }]).subarray(0, -30), folder)
  const broken = (await person().list('file', { parent_file_id: folder, search: 'broken' })).data[0]!
  await person().call('POST', 'file/unzip', { id: broken.id })
  await trayOf(page).getByText('This is no zip that can be read').waitFor()
  await trayOf(page).getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('button', { name: 'Uploads and jobs' }).waitFor({ state: 'detached' })
  await close(page)
})

it('restores from the trash, and deletes forever', async () => {
  const folder = await makeFolder('Plans')
  for (const name of ['keep.txt', 'lose.txt']) await person().remove('file', await put(name, name, folder))
  const page = await open('/app/files?view=trash')
  await page.getByLabel('Select keep.txt').check()
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByLabel('Select keep.txt').waitFor({ state: 'detached' })
  await page.getByLabel('Select lose.txt').check()
  await page.getByRole('button', { name: 'Delete forever' }).click()
  await page.getByText('Delete one forever? This cannot be undone.').waitFor()
  await page.getByRole('button', { name: 'Yes' }).click()
  await page.getByLabel('Select lose.txt').waitFor({ state: 'detached' })
  await page.goto(`${network.url}/app/files?folder=${folder}`)
  await page.getByRole('link', { name: 'keep.txt' }).waitFor()
  expect(await names(page)).toEqual(['keep.txt'])
  await close(page)
})

it('changes a file and shares it by a link, which works until it is ended', async () => {
  const id = await put('plan.txt', 'first', root)
  const page = await open(`/app/file/edit?id=${id}`)
  await page.getByLabel('Name').fill('plan of 2026.txt')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'plan of 2026.txt' }).waitFor()
  const content = { name: 'other.txt', mimeType: 'text/plain', buffer: Buffer.from('second') }
  await page.locator('input[type=file][name=content]').setInputFiles(content)
  await page.getByText('The content has been replaced.').waitFor()

  await page.goto(`${network.url}/app/file?id=${id}`)
  await page.getByRole('region', { name: 'Preview of plan of 2026.txt' }).getByText('second').waitFor()
  await page.getByRole('button', { name: 'Make a link' }).click()
  const link = new URL(String(await page.locator('code').textContent()))
  const read = () => fetch(`${network.url}${link.pathname}${link.search}`)
  expect(await (await read()).text()).toBe('second')
  await page.getByRole('button', { name: 'End the link' }).click()
  await page.getByText('The link does not work any more.').waitFor()
  expect((await read()).status).toBe(469)
  await close(page)
})

it('shows the organisation’s files without what only administrators may do, on a phone without scrolling sideways', async () => {
  await upload(network, network.token, 'Read this.', {
    name: 'Health and safety – what every driver reads before the first day.txt',
    fields: { organisation_id, parent_file_id: 'null' },
  })
  const page = await open('/app/files', phone)
  await page.getByRole('button', { name: 'Upload' }).waitFor()
  await page.getByRole('link', { name: 'Organisation', exact: true }).click()
  await page.getByRole('link', { name: 'Health and safety' }).waitFor()
  expect(await page.getByRole('button', { name: 'Upload' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Actions: Health and safety' }).click()
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['View', 'Download', 'Details', 'Zip', 'Encrypt'])
  await page.keyboard.press('Escape')
  for (const name of ['List', 'Tiles']) {
    await page.getByTitle(name).click()
    await page.getByRole('link', { name: 'Health and safety' }).waitFor()
    expect(await page.evaluate(() => document.querySelector('#page')!.scrollWidth)).toBeLessThanOrEqual(390)
  }
  await page.getByRole('searchbox').fill('safety')
  await page.getByText('What was found in all folders:').waitFor()
  await close(page)
})

it('starts administrators at the organisation’s root, who drag files into folders and move them to a person', async () => {
  const admin = network.admin
  const { data: folder } = await admin.create('file', { organisation_id, name: 'Policies', parent_file_id: null })
  const fields = { organisation_id, parent_file_id: 'null' }
  await upload(network, network.token, 'Read this.', { name: 'safety.txt', fields })
  const page = await openPage(browser)
  await signInOn(page, network, '/app/files')
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
  const [moved] = (await person().list('file', { search: 'safety.txt', parent_file_id: root })).data
  expect(moved).toMatchObject({ owner: 'aroha', path: 'aroha/safety.txt' })
  await close(page)
})

it('is switched off with the feature: no menu line, and a page that says so', async () => {
  const page = await open('/app/files')
  const menu = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Files' })
  await menu.waitFor()
  await configure(network, organisation_id, { features: ['tracking'] })
  await page.reload()
  await page.getByRole('heading', { name: 'Files: switched off' }).waitFor()
  expect(await menu.count()).toBe(0)
  await configure(network, organisation_id, { features: ['tracking', 'files'] })
  await close(page)
})

/** A page with the person's session. */
async function open(path: string, size = desk): Promise<TestPage> {
  const page = await openPage(browser, size)
  const entering = await page.addInitScript((value) => localStorage.setItem('ringfence.token', value), token)
  await page.goto(`${network.url}${path}`)
  await entering.dispose()
  return page
}

async function close(page: TestPage): Promise<void> {
  expect(page.errors.filter((error) => !error.startsWith('Failed to load resource'))).toEqual([])
  // Their tray is not the next test's.
  await network.db.deleteFrom('job').execute()
  await closePage(page)
}

async function makeFolder(name: string, parent_file_id = root): Promise<number> {
  return (await person().create('file', { organisation_id, name, parent_file_id })).data.id
}

async function put(name: string, bytes: string | Uint8Array, parent_file_id: number): Promise<number> {
  return (await upload(network, token, bytes, { name, fields: { parent_file_id } })).data.id
}

/** Drops files on the list, as a browser gives them to a page. */
async function drop(page: Page, files: [name: string, size: number][]): Promise<void> {
  const dataTransfer = await page.evaluateHandle((list) => {
    const transfer = new DataTransfer()
    for (const [name, size] of list) transfer.items.add(new File(['x'.repeat(size)], name, { type: 'text/plain' }))
    return transfer
  }, files)
  const zone = page.getByRole('main').locator('section').first()
  await zone.dispatchEvent('dragover', { dataTransfer })
  await zone.dispatchEvent('drop', { dataTransfer })
}

/** Once nothing runs any more, which its name would say. */
async function closeTray(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Uploads and jobs', exact: true }).click()
  await trayOf(page).waitFor({ state: 'detached' })
}

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions: ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

const trayOf = (page: Page) => page.getByRole('region', { name: 'Uploads and jobs' })
const line = (tray: Locator, name: string) => tray.getByRole('listitem').filter({ hasText: name }).last()
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const names = (page: Page) => page.locator('[data-file]').allInnerTexts()

/** The names in the directory of a zip. */
function namesIn(zip: Buffer): string[] {
  const found: string[] = []
  for (let at = zip.indexOf('PK\x01\x02'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 4)) {
    found.push(zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28)))
  }
  return found.sort()
}
