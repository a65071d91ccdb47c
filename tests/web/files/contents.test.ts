import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { configure } from '../../files/uploads.ts'
import { makeZip } from '../../files/zips.ts'
import { act, closeTray, names, namesIn, startFiles, trayOf } from './explorer.ts'

let site: Awaited<ReturnType<typeof startFiles>>
beforeAll(async () => {
  site = await startFiles()
})
afterAll(async () => {
  await site?.network.stop()
})

it('views a file in its own window, and says so where the site.browser blocks it', async () => {
  const id = await site.put('notes.txt', 'Kia ora', site.root)
  const page = await site.open(`/app/file?id=${id}`)
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
  await site.person.call('DELETE', 'file', { id })
  await page.getByRole('button', { name: 'View' }).click()
  await page.getByText('Error creating file window: There is no such file.').waitFor()
  await site.close(page)
})

it('zips, downloads, unzips, encrypts and decrypts; the tray follows the jobs and survives a reload', async () => {
  const folder = await site.makeFolder('Reports')
  await site.put('a.txt', 'alpha', folder)
  await site.put('b.txt', 'beta', folder)
  const page = await site.open(`/app/files?folder=${folder}`)
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
  await expect.poll(() => names(page)).toEqual(['a.txt', 'b.txt'])

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
  await site.put('broken.zip', makeZip([{ name: 'x', data: 'x' }]).subarray(0, -30), folder)
  const broken = (await site.person.list('file', { parent_file_id: folder, search: 'broken' })).data[0]!
  await site.person.call('POST', 'file/unzip', { id: broken.id })
  await trayOf(page).getByText('This is no zip that can be read').waitFor()
  await trayOf(page).getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('button', { name: 'Uploads and jobs' }).waitFor({ state: 'detached' })
  await site.close(page)
})

it('changes a file and shares it by a link, which works until it is ended', async () => {
  const id = await site.put('plan.txt', 'first', site.root)
  const page = await site.open(`/app/file/edit?id=${id}`)
  await page.getByLabel('Name').fill('plan of 2026.txt')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'plan of 2026.txt' }).waitFor()
  const content = { name: 'other.txt', mimeType: 'text/plain', buffer: Buffer.from('second') }
  await page.locator('input[type=file][name=content]').setInputFiles(content)
  await page.getByText('The content has been replaced.').waitFor()

  await page.goto(`${site.network.url}/app/file?id=${id}`)
  await page.getByRole('region', { name: 'Preview of plan of 2026.txt' }).getByText('second').waitFor()
  await page.getByRole('button', { name: 'Make a link' }).click()
  const link = new URL(String(await page.locator('code').textContent()))
  const read = () => fetch(`${site.network.url}${link.pathname}${link.search}`)
  expect(await (await read()).text()).toBe('second')
  await page.getByRole('button', { name: 'End the link' }).click()
  await page.getByText('The link does not work any more.').waitFor()
  expect((await read()).status).toBe(469)
  await site.close(page)
})

it('is switched off with the feature: no menu line, and a page that says so', async () => {
  const page = await site.open('/app/files')
  const menu = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Files' })
  await menu.waitFor()
  await configure(site.network, site.organisation_id, { features: ['tracking'] })
  await page.reload()
  await page.getByRole('heading', { name: 'Files: switched off' }).waitFor()
  expect(await menu.count()).toBe(0)
  await configure(site.network, site.organisation_id, { features: ['tracking', 'files'] })
  await site.close(page)
})
