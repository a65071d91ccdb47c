import { expect, it } from 'vitest'
import { closePage, openPage, signInOn, startBrowser, startSite } from '../browser.ts'

it('a role of an organisation is made from a suggested one as it stands, and changed', async () => {
  const network = await startSite()
  try {
    const { admin } = network
    const page = await openPage(await startBrowser())
    await signInOn(page, network, '/app/roles/admin')
    await page.getByRole('link', { name: 'New role' }).first().click()
    await page.getByRole('button', { name: 'Auditor' }).click()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'Auditor' }).waitFor()
    const made = async () => (await admin.list('role', { search: 'Auditor' })).data[0]
    expect(await made()).toMatchObject({ base: 'Administrator', areas: { trackers: 'read', settings: 'read' } })

    const area = page.getByRole('listitem').filter({ hasText: 'Trackers and live map' })
    await area.getByText('Change').click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await made())?.areas?.trackers).toBe('write')
    expect(page.errors).toEqual([])
    await closePage(page)
  } finally {
    await network.stop()
  }
})
