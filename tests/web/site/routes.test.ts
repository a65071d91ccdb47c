import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { upload } from '../../files/uploads.ts'
import type { Network } from '../../network.ts'
import { switchFeatures } from '../../seeds/college.ts'
import { makeDevelopment, recordAll } from '../../seeds/development.ts'
import { makeBooks } from '../billing/books.ts'
import { closePage, openPage, signInOn, startBrowser, startSite, type TestPage } from '../browser.ts'

let network: Network
let browser: Browser
beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
})
afterAll(async () => {
  await network?.stop()
})

/** The routes that the specification names (its §2), without billing. */
const routes = {
  public: [
    ...['/', '/app/', '/static/', '/app/signin', '/app/signout', '/app/contact', '/app/about', '/app/help'],
    ...['/app/privacy', '/app/terms', '/app/forbidden', '/app/map', '/app/settings'],
    ...['/app/register', '/app/register/email', '/app/register/token', '/app/register/thanks'],
    ...['/app/password/reset', '/app/password/email', '/app/password/token', '/app/password/thanks'],
    ...['/app/update', '/app/unsubscribe', '/app/register?type=owner', '/app/downloads', '/app/pricing', '/404'],
  ],
  requiresAuth: [
    ...['/app/home', '/app/files', '/app/boundary/edit', '/app/boundaries', '/app/tracker/edit', '/app/trackers'],
    ...['/app/trackerevents', '/app/message', '/app/messages', '/app/profile/edit', '/app/admin'],
    ...['/app/organisation/admin', '/app/export'],
  ],
  requiresAdmin: [
    ...['/app/files/admin', '/app/enquiries/admin', '/app/enquiry/admin', '/app/messages/admin'],
    ...['/app/messagetemplates/admin', '/app/messagetemplate/admin', '/app/settings/admin', '/app/user/admin'],
    ...['/app/users/admin', '/app/website/admin', '/app/newsletters/admin', '/app/newsletter/admin'],
    ...['/app/faqs/admin', '/app/faq/admin', '/app/pagecontents/admin', '/app/pagecontent/admin'],
  ],
  development: [
    ...['/app/dashboard', '/app/plans', '/app/plan', '/app/goals', '/app/goal/edit', '/app/activities'],
    ...['/app/activity/edit', '/app/forms', '/app/form/edit', '/app/qualifications', '/app/qualification'],
    ...['/app/categories', '/app/cycles', '/app/userrelationships', '/app/userrelationship/edit'],
    ...['/app/procedures', '/app/procedure/edit', '/app/cycles/admin', '/app/cycle/admin', '/app/categories/admin'],
    ...['/app/category/admin', '/app/goals/admin', '/app/standards/admin', '/app/formtemplates/admin'],
    '/app/formtemplate/admin',
  ],
  billing: [
    ...['/app/store', '/app/membership', '/app/transactions', '/app/transactions/admin', '/app/invoices/admin'],
    ...['/app/invoice/admin', '/app/subscriptions/admin', '/app/subscription/admin', '/app/contacts/admin'],
    ...['/app/contact/admin', '/app/products/admin', '/app/product/admin', '/app/taxrates/admin', '/app/taxrate/admin'],
    ...['/app/ledgeraccounts/admin', '/app/ledgeraccount/admin', '/app/brandingthemes/admin'],
    ...['/app/brandingtheme/admin', '/app/billing/admin', '/app/invoicing/admin'],
  ],
  requiresPlatformAdmin: ['/app/notifications/admin', '/app/notification/admin', '/app/platform/admin'],
}

/** Pages of one row. */
async function ofRows(): Promise<string[]> {
  const { data: tracker } = await network.admin.create('tracker', { number: 'walked', transports: ['osmand'] })
  await fetch(`${network.url}/gateway/osmand?id=walked&lat=-36.85&lon=174.75`)
  const [event] = (await network.admin.list('trackerevent', { tracker_id: tracker.id })).data
  const development = await makeDevelopment(network.admin, 1)
  const of = { ...development, ...(await recordAll(network.admin, 1, development)) }
  await network.admin.call('POST', 'procedure/submit', { id: of.procedure_id })
  const file = await upload(network, network.token, 'Kia ora', { name: 'notes.txt' })
  const [person] = (await network.admin.list('membership', { organisation_id: 1 })).data
  const books = await makeBooks(network.admin, 1, person!.user_id)
  return [
    ...[`/app/tracker?id=${tracker.id}`, `/app/trackerevent?id=${event!.id}&tracker=${tracker.id}`],
    ...[`/app/file?id=${file.data.id}`, `/app/file/edit?id=${file.data.id}`],
    ...[`/app/plan?id=${of.devplan_id}`, `/app/goal?id=${of.goal_id}`, `/app/goal/edit?id=${of.goal_id}`],
    ...[`/app/activity?id=${of.activity_id}`, `/app/activity/edit?id=${of.activity_id}`],
    ...[`/app/procedure?id=${of.procedure_id}`, `/app/procedure/edit?id=${of.procedure_id}`],
    ...[`/app/form?id=${of.form_id}`, `/app/qualification?id=${of.qualification_id}`],
    ...[`/app/cycle/admin?id=${of.cycle_id}`, `/app/category/admin?id=${of.category_id}`],
    ...[`/app/goal/admin?id=${of.shared_goal_id}`, `/app/standard/admin?id=${of.standard_id}`],
    `/app/formtemplate/admin?id=${of.template_id}`,
    ...[`/app/invoice?id=${books.invoice_id}`, `/app/invoice/admin?id=${books.invoice_id}`],
    ...[`/app/transaction?id=${books.transaction_id}`, `/app/subscription/admin?id=${books.subscription_id}`],
  ]
}

/** Shows the sign-in, where signing out ends. */
const leadsTo: Record<string, string> = { '/app/signout': '/' }

/** A page without the row or token that its address needs says so, and Chromium logs the refusal. */
const isExpected = (error: string) => /Failed to load resource.*status of (404|469)/.test(error)

describe('every route of the specification', () => {
  it('shows a page with a title, and writes no error to the console', async () => {
    const page = await openPage(browser)
    const faults: string[] = []
    for (const path of routes.public) faults.push(...(await faultsOf(page, path)))
    await switchFeatures(network, 1, ['tracking', 'files', 'cpd', 'billing'])
    const rows = await ofRows()
    await signInOn(page, network, '/app/about')
    const guarded = [
      ...routes.requiresAuth,
      ...routes.requiresAdmin,
      ...routes.development,
      ...routes.billing,
      ...routes.requiresPlatformAdmin,
      ...rows,
    ]
    for (const path of guarded) faults.push(...(await faultsOf(page, path)))
    expect(faults).toEqual([])
    await closePage(page)
  }, 300_000)

  it('of a demonstration leads to the page that says it was not found, where there is none', async () => {
    const page = await openPage(browser)
    await page.goto(`${network.url}/app/demo`)
    await page
      .getByText("we couldn't find the page you requested")
      .or(page.getByText('page not found'))
      .first()
      .waitFor()
    expect(new URL(page.url()).pathname).toBe('/404')
    await closePage(page)
  })
})

async function faultsOf(page: TestPage, path: string): Promise<string[]> {
  await page.goto(network.url + path)
  await page.locator('main').first().waitFor()
  await expect.poll(() => page.locator('[aria-busy=true], .mantine-Loader-root').count()).toBe(0)
  const title = await page.title()
  const named = titles[path.replace(/=\d+/, '')]
  const here = new URL(page.url()).pathname.replace(/(.)\/$/, '$1')
  const wanted = path.split('?')[0]!.replace(/(.)\/$/, '$1')
  return [
    ...(title.length > 'Ringfence'.length || wanted === '/app/unsubscribe'
      ? []
      : [`${path}: has the title "${title}"`]),
    ...(named === undefined || title.startsWith(`${named} · `) ? [] : [`${path}: has the title "${title}"`]),
    ...(here === wanted || here === (leadsTo[wanted] ?? listOf(wanted)) ? [] : [`${path}: leads to ${here}`]),
    ...page.errors
      .splice(0)
      .filter((error) => !isExpected(error))
      .map((error) => `${path}: ${error}`),
  ]
}

/** Titles of professional development that the specification has seen. */
const titles: Record<string, string> = {
  '/app/dashboard': 'Dashboard',
  '/app/goal/edit': 'New goal',
  '/app/goal/edit?id': 'Edit goal',
  '/app/activity/edit': 'New activity',
  '/app/activity/edit?id': 'Edit activity',
  '/app/procedures': 'Procedures',
  '/app/plans': 'Plans',
  '/app/categories': 'Categories',
  '/app/cycles': 'Cycles',
  '/app/forms': 'Forms',
  '/app/qualifications': 'Qualifications',
  '/app/userrelationships': 'Relationships',
}

/** A page of one row, without its id, may lead to its list: `/app/faq/admin` to `/app/faqs/admin`. */
const listOf = (path: string) => path.replace(/^(\/app\/\w+?)(\/admin)?$/, '$1s$2')

describe('the dashboard', () => {
  it('leads with each figure to the list with as many rows', async () => {
    await network.admin.call('PUT', 'enquiry', { name: 'Tama', email: 'tama@example.com', text: 'Boats?' })
    await network.admin.create('user', { organisation_id: 1, username: 'mere', email: 'mere@example.com' })
    const page = await openPage(browser)
    await signInOn(page, network, '/app/admin')
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
    await expect.poll(() => page.locator('[aria-labelledby^=dashboard] li b .mantine-Skeleton-root').count()).toBe(0)
    const figures = await page
      .locator('[aria-labelledby^=dashboard] li a')
      .evaluateAll((links) =>
        links.map((link) => [link.getAttribute('href')!, link.querySelector('b')!.textContent!] as const),
      )
    expect(figures.filter(([href]) => /plans|procedures|qualifications/.test(href)).length).toBe(5)
    expect(figures.length).toBeGreaterThan(15)
    expect(figures.some(([, count]) => count !== '0')).toBe(true)
    const wrong: string[] = []
    for (const [href, count] of figures) {
      await page.goto(network.url + href)
      await page.locator('h1').waitFor()
      await page.locator('section[aria-busy=false] tbody tr, section[aria-busy=false]').first().waitFor()
      const rows = await page.locator('section tbody tr').count()
      if (String(rows) !== count) wrong.push(`${href}: ${count} on the dashboard, ${rows} in the list`)
    }
    expect([...wrong, ...page.errors]).toEqual([])
    // Home has an entry of its own in the menu.
    await page.goto(`${network.url}/app/home`)
    const current = page.getByRole('navigation', { name: 'Menu' }).locator('[aria-current=page]')
    await expect.poll(() => current.allTextContents()).toEqual(['My Home'])
    await closePage(page)
  }, 120_000)
})

describe('a person', () => {
  it('downloads the zip of their data, and keeps a typed signature', async () => {
    const page = await openPage(browser)
    await signInOn(page, network, '/app/export')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the zip (CSV)' }).first().click(),
    ])
    expect(download.suggestedFilename()).toBe('ringfence-data.zip')
    await download.delete()
    await page.goto(`${network.url}/app/settings?tab=signatures`)
    await page.getByText('Type', { exact: true }).click()
    await page.getByLabel('Type your name').or(page.locator('input[name=signature]')).first().fill('Tama Rangi')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The signature has been saved.').waitFor()
    await page.getByText('Default', { exact: true }).waitFor()
    expect(page.errors).toEqual([])
    await closePage(page)
  })
})
