import type { Browser, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { upload } from '../../files/uploads.ts'
import type { Network } from '../../network.ts'
import { closePage, desk, openPage, startBrowser, startSite, type TestPage } from '../browser.ts'
import { enter, guest, PASSWORD } from '../people.ts'

/** A server, a browser and a person who is no administrator, with files of their own. */
export async function startFiles() {
  const network: Network = await startSite()
  const browser: Browser = await startBrowser()
  const organisation_id = (await network.admin.list('organisation')).data[0]!.id
  await enter(network, 'aroha', organisation_id, 'User')
  const { data } = await guest(network).client.call('POST', 'user/signin', { username: 'aroha', password: PASSWORD })
  const token: string = data.token
  const person = guest(network, token).client
  const root: number = (await person.call('GET', 'files/usage', { organisation_id })).data.root_file_id

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
    return (await person.create('file', { organisation_id, name, parent_file_id })).data.id
  }

  async function put(name: string, bytes: string | Uint8Array, parent_file_id: number): Promise<number> {
    return (await upload(network, token, bytes, { name, fields: { parent_file_id } })).data.id
  }

  return { network, browser, organisation_id, person, root, open, close, makeFolder, put }
}

/** Drops files on the list, as a browser gives them to a page. */
export async function drop(page: Page, files: [name: string, size: number][]): Promise<void> {
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
export async function closeTray(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Uploads and jobs', exact: true }).click()
  await trayOf(page).waitFor({ state: 'detached' })
}

export async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions: ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

export const trayOf = (page: Page) => page.getByRole('region', { name: 'Uploads and jobs' })
export const line = (tray: Locator, name: string) => tray.getByRole('listitem').filter({ hasText: name }).last()
export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
export const names = (page: Page) => page.locator('[data-file]').allInnerTexts()

/** The names in the directory of a zip. */
export function namesIn(zip: Buffer): string[] {
  const found: string[] = []
  for (let at = zip.indexOf('PK\x01\x02'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 4)) {
    found.push(zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28)))
  }
  return found.sort()
}
