import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { openPage, phone, startBrowser, startSite } from '../browser.ts'
import { openMenu } from '../list_line.ts'
import { closeAll, member, openAs } from '../people.ts'

let network: Network
let browser: Browser
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  await member(network, 'boss', 'Administrator')
})
afterAll(async () => {
  await network?.stop()
})

it('an administrator rewrites the help page, and its readers see it once it is published', async () => {
  const page = await openAs(browser, network, 'boss', '/app/pagecontents/admin')
  await page.getByText('No pages of your own yet').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Help', exact: true }).click()
  // Begins with what readers see now.
  const text = page.getByLabel('Text', { exact: true })
  await expect.poll(() => text.inputValue()).toContain('## Adding a tracker')
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await text.fill(
    '## Lost?\n\nCall **Aroha**. <script>alert(1)</script> [x](javascript:alert(1)) ![y](data:image/png;base64,AAAA) ' +
      '![z](https://elsewhere.example/z.png)\n\n[Write to us](/app/contact)',
  )
  const preview = page.getByRole('region', { name: 'Preview: Text' })
  await preview.getByText('Aroha', { exact: true }).waitFor()
  expect(await preview.locator('script, img').count()).toBe(0)
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await page.getByText('Readers do not see this text yet.').waitFor()

  const reader = await openAs(browser, network, 'boss', '/app/help', phone)
  await reader.getByRole('heading', { name: 'Adding a tracker' }).waitFor()
  await page.getByLabel('Title').fill('If a truck is lost')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText(/Readers see version 1/).waitFor()
  await reader.reload()
  await reader.getByRole('heading', { level: 1, name: 'If a truck is lost' }).waitFor()
  await reader.getByText('<script>alert(1)</script> [x](javascript:alert(1))').waitFor()
  await reader.getByRole('link', { name: 'Write to us' }).click()
  await reader.getByRole('heading', { level: 1, name: 'Contact' }).waitFor()
  const others = requested.filter((url) => !url.startsWith(network.url) && !url.startsWith('blob:'))
  expect(others).toEqual([])

  // Others read the text of the installation.
  const guest = await openPage(browser)
  await guest.goto(`${network.url}/app/help`)
  await guest.getByRole('heading', { name: 'Adding a tracker' }).waitFor()

  await text.fill('## Lost?\n\nCall **Mere** at once.')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText(/Readers see version 2/).waitFor()
  const versions = page.getByRole('region', { name: 'Compare' })
  await versions.locator('del', { hasText: 'Aroha' }).waitFor()
  await versions.locator('ins', { hasText: 'Mere' }).first().waitFor()
  await page.getByRole('button', { name: 'Publish version 1 again' }).click()
  await page.getByRole('button', { name: 'Yes: Publish version 1 again' }).click()
  await page.getByText(/Readers see version 3/).waitFor()
  await expect.poll(() => text.inputValue()).toContain('Aroha')
  await closeAll(page, reader, guest)
})

it('an administrator adds a page under a name of its own; an unknown one is not found', async () => {
  const page = await openAs(browser, network, 'boss', '/app/pagecontent/admin')
  await page.getByLabel('Name in the address').fill('contact')
  await page.getByLabel('Title').fill('Fire drill')
  await page.getByLabel('Text', { exact: true }).fill('Leave by the back door.')
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await page.getByText('key: "contact" is the name of a page whose content cannot be edited.').waitFor()
  await page.getByLabel('Name in the address').fill('fire-drill')
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await page.getByText('Readers do not see this text yet.').waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('link', { name: 'Show the page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Fire drill' }).waitFor()
  await page.getByText('Leave by the back door.').waitFor()
  await page.goto(`${network.url}/app/page/earthquake`)
  await page.getByRole('heading', { name: 'page not found' }).waitFor()
  await closeAll(page)
})

it('questions are written, put in order, and found by readers', async () => {
  const page = await openAs(browser, network, 'boss', '/app/faqs/admin')
  for (const [question, answer] of [
    ['How do I pair a phone?', 'Scan the **code**.'],
    ['What does SOS do?', 'It calls everyone.'],
  ] as const) {
    await page.getByRole('link', { name: 'New FAQ' }).click()
    await page.getByLabel('Question').fill(question)
    await page.getByRole('textbox', { name: 'Answer' }).fill(answer)
    await page.getByLabel('Category').fill('Devices')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: question }).waitFor()
    await page.goto(`${network.url}/app/faqs/admin`)
  }
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Change the order' }).click()
  await page.getByRole('button', { name: 'Move up: What does SOS do?' }).click()
  await page.getByRole('button', { name: 'Save the order' }).click()
  await page.getByText('The order has been saved.').waitFor()

  await page.goto(`${network.url}/app/help`)
  const questions = page.getByRole('main').getByRole('button', { expanded: false })
  await expect.poll(() => questions.allInnerTexts()).toEqual(['What does SOS do?', 'How do I pair a phone?'])
  await page.getByRole('button', { name: 'How do I pair a phone?' }).click()
  await page.getByText('code', { exact: true }).waitFor()
  const search = page.getByRole('searchbox', { name: 'Search the help' })
  await search.fill('calls everyone')
  await expect
    .poll(() => page.getByRole('main').getByRole('button', { name: /\?$/ }).allInnerTexts())
    .toEqual(['What does SOS do?'])
  await search.fill('submarines')
  await page.getByText('Nothing was found for “submarines”.').waitFor()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await page.getByRole('heading', { name: 'Keyboard shortcuts on the map' }).waitFor()
  await closeAll(page)
})
