import { expect, it } from 'vitest'
import { closePage, openPage, signInOn, startBrowser, startSite } from '../browser.ts'

it('an API key is made, shown once, works, and is revoked', async () => {
  const network = await startSite()
  try {
    const page = await openPage(await startBrowser())
    await signInOn(page, network, '/app/settings?tab=keys')
    await page.getByText('No API keys yet.').waitFor()
    await page.getByRole('button', { name: 'New API key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Wall display')
    await dialog.getByRole('button', { name: 'Create' }).click()
    const key = (await dialog.getByText(/^rf_[\w-]{43}$/).textContent())!
    await dialog.getByRole('button', { name: 'Done' }).last().click()
    await page.getByText(`${key.slice(0, 9)}…`).waitFor()
    expect(await page.getByText(key).count()).toBe(0)

    const answer = async () =>
      (await fetch(`${network.url}/api/v1/trackers`, { headers: { authorization: `Bearer ${key}` } })).status
    // 260: nothing was found.
    expect(await answer()).toBe(260)
    await page.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('No API keys yet.').waitFor()
    expect(await answer()).toBe(401)
    expect(page.errors).toEqual([])
    await closePage(page)
  } finally {
    await network.stop()
  }
})
