import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { upload } from '../../files/uploads.ts'
import type { Network } from '../../network.ts'
import { desk, phone, startBrowser, startSite } from '../browser.ts'
import { closeAll, enter, guest, openAs, PASSWORD } from '../people.ts'

let network: Network
let browser: Browser
let organisation_id: number
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  organisation_id = (await network.admin.create('organisation', { name: 'Freight' })).data.id
  for (const username of ['boss', 'root', 'Aroha Ngata']) {
    await enter(network, username, organisation_id, username === 'Aroha Ngata' ? 'User' : 'Administrator')
  }
  await network.db.updateTable('user_account').set({ platform_admin: true }).where('username', '=', 'root').execute()
  const { data } = await guest(network).client.call('POST', 'user/signin', {
    username: 'Aroha Ngata',
    password: PASSWORD,
  })
  await upload(network, data.token, Buffer.alloc(3 * 2 ** 20), { name: 'Ngā kōnae.bin' })
  const { data: bad } = await upload(network, data.token, 'X5O!P%', { name: 'bad.exe' })
  await network.db.updateTable('file').set({ scan_state: 'infected' }).where('id', '=', bad.id).execute()
})
afterAll(() => network?.stop())

it.each([
  ['desk', desk],
  ['phone', phone],
])('administrators see who stores how much, and what is infected, on a %s', async (_, size) => {
  const boss = await openAs(browser, network, 'boss', '/app/files/admin', size)
  await boss.getByRole('row', { name: /Aroha Ngata.*1 infected file.*3\.0 MB/ }).waitFor()
  await boss.getByRole('tab', { name: 'Infected' }).click()
  await boss.getByRole('link', { name: 'bad.exe' }).waitFor()
  expect(await boss.getByRole('link', { name: 'Ngā kōnae.bin' }).count()).toBe(0)
  await boss.getByRole('tab', { name: 'Limits' }).click()
  await boss.getByText('20.0 GB').waitFor()
  expect(await boss.getByRole('button', { name: 'Save' }).count()).toBe(0)
  await boss.getByRole('tab', { name: 'Storage' }).click()
  await boss.getByRole('link', { name: 'Aroha Ngata' }).click()
  await boss.getByRole('link', { name: 'Ngā kōnae.bin' }).waitFor()
  await closeAll(boss)
})

it('platform administrators set the limits', async () => {
  const root = await openAs(browser, network, 'root', '/app/files/admin?tab=limits')
  await root.getByLabel('All files of a person').fill('1.5')
  await root.getByRole('button', { name: 'Save' }).click()
  await root.getByText('The limits have been saved.').waitFor()
  const { data } = await network.admin.call('GET', 'files/usage', { organisation_id })
  expect(data).toMatchObject({ person_bytes_max: 1.5 * 2 ** 30, file_bytes_max: 10 * 2 ** 30 })
  await closeAll(root)
})
