import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Result } from 'axe-core'
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '#api/client.ts'
import { open, requiresAdmin, requiresAuth, requiresPlatformAdmin } from '../../web/app/pages.ts'
import { billing } from '../../web/locales/en/billing.ts'
import { common } from '../../web/locales/en/common.ts'
import { cpd } from '../../web/locales/en/cpd.ts'
import { files } from '../../web/locales/en/files.ts'
import { messaging } from '../../web/locales/en/messaging.ts'
import { organisations } from '../../web/locales/en/organisations.ts'
import { people } from '../../web/locales/en/people.ts'
import { site } from '../../web/locales/en/site.ts'
import { tracking } from '../../web/locales/en/tracking.ts'
import { upload } from '../files/uploads.ts'
import type { Network } from '../network.ts'
import { switchFeatures } from '../seeds/college.ts'
import { makeDevelopment, recordAll } from '../seeds/development.ts'
import { makePerson } from '../seeds/people.ts'
import { makeBooks } from './billing/books.ts'
import { closePage, desk, openPage, phone, startBrowser, startSite } from './browser.ts'
import { guest, member, PASSWORD } from './people.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const visitors = ['guest', 'user', 'staff', 'administrator', 'platform'] as const
type Visitor = (typeof visitors)[number]

let network: Network
let browser: Browser
/** Pages whose address needs an id or token. */
const things: Record<string, string> = {}
/** The address of each visitor's report. */
const reports: Record<string, string> = {}
/** Layouts that were checked already. */
const seen = new Set<string>()

beforeAll(async () => {
  network = await startSite()
  browser = await startBrowser()
  await member(network, 'user', 'User')
  await member(network, 'staff', 'Staff')
  await member(network, 'administrator', 'Administrator')
  await member(network, 'platform', 'User')
  const platform = (await network.admin.list('user', { search: 'platform@' })).data[0]!
  await network.admin.call('POST', 'user/role', { id: platform.id, platform_admin: true })
  for (const name of ['user', 'staff', 'administrator', 'platform'] as const) await own(name, platform.id)
})
afterAll(async () => {
  await network?.stop()
})

/** One row of each resource, so that no page is empty. */
async function own(name: Exclude<Visitor, 'guest'>, platform_id: number) {
  const { data } = await guest(network).client.call('POST', 'user/signin', { username: name, password: PASSWORD })
  const { client, post } = guest(network, data.token)
  const organisation_id = data.user.memberships[0].organisation_id
  const tracker = await network.admin.create('tracker', {
    ...{ organisation_id, number: `of-${name}`, name: 'Ute', transports: ['osmand'] },
    owner_user_id: data.user.id,
  })
  const at = (lon: number) => `id=of-${name}&lat=-36.85&lon=${lon}&speed=12`
  for (const lon of [174.75, 174.76]) await fetch(`${network.url}/gateway/osmand?${at(lon)}`)
  await post('userconfig/save', { units: 'metric' })
  await client.call('PUT', 'enquiry', { name: 'Tama', email: 'tama@example.com', text: 'Do you track boats?' })
  await client.call('PUT', 'message', { organisation_id, subject: 'Truck 7', text: 'Where is it?' }).catch(() => {})
  const to = { organisation_id, recipient_user_ids: [data.user.id], subject: 'Welcome', text: 'Read this.' }
  const letter = await network.admin.create('message', to)
  const ours = { organisation_id, name: 'returned', channel: 'sms', text: '{{tracker}} is back' } as const
  const template = await network.admin.create('messagetemplate', ours)
  const next_at = '2090-01-01T00:00:00Z'
  const reminder = await network.admin.create('remindermessage', { organisation_id, subject: 'x', text: 'y', next_at })
  const newsletter = await network.admin.create('newsletter', { organisation_id, subject: 'News', text: 'Kia ora' })
  await client.create('signature', { organisation_id, name: 'Mine', typed: 'Tama Rangi' })
  const notice = await network.admin.create('notification', { organisation_id, title: 'Works', text: 'On Sunday.' })
  const help = { organisation_id, key: 'help', title: 'Help', text: '# Lost?\n\nCall **us**.' }
  const content = await network.admin.create('pagecontent', help)
  await network.admin.call('POST', 'pagecontent/publish', { id: content.data.id })
  await network.admin.update('pagecontent', { id: content.data.id, text: '# Lost?\n\nCall **them**.' })
  const asked = { organisation_id, question: 'Who pays?', answer: 'We do.', category: 'Money', published: true }
  const faq = await network.admin.create('faq', asked)
  const [event] = (await network.admin.list('trackerevent', { tracker_id: tracker.data.id })).data
  const enquiry = (await network.admin.list('enquiry', { limit: 1 })).data[0]!
  const user_id = name === 'administrator' ? data.user.id : platform_id
  const root = data.user.memberships[0].root_file_id ?? (await rootOf(client, organisation_id))
  for (const parent_file_id of [root, null]) {
    await network.admin.create('file', { organisation_id, parent_file_id, name: 'Photos' })
    const fields = { organisation_id, parent_file_id: String(parent_file_id) }
    await upload(network, network.token, 'Kia ora', { name: 'notes.txt', fields })
  }
  const stored = (await client.list('file', { parent_file_id: root, is_folder: false })).data[0]!
  const deleted = await upload(network, data.token, 'old', { name: 'old.txt', fields: { parent_file_id: root } })
  await client.remove('file', deleted.data.id)
  // Fails, and is in the tray of every page.
  await client.call('POST', 'file/unzip', { id: stored.id })
  await switchFeatures(network, organisation_id, ['tracking', 'files', 'cpd', 'billing'])
  const books = await makeBooks(network.admin, organisation_id, data.user.id)
  const development = await makeDevelopment(network.admin, organisation_id)
  const recorded = await recordAll(client, organisation_id, development)
  const own = { ...development, ...recorded }
  const { id: other_user_id } = await makePerson(network, `peer-of-${name}`, organisation_id, 'User')
  const { data: relationship } = await client.create('userrelationship', {
    organisation_id,
    other_user_id,
    kind: 'peer',
  })
  const rows: [path: string, id: number][] = [
    ['/app/plan', own.devplan_id],
    ['/app/goal', own.goal_id],
    ['/app/goal/edit', own.goal_id],
    ['/app/activity', own.activity_id],
    ['/app/activity/edit', own.activity_id],
    ['/app/procedure', own.procedure_id],
    ['/app/procedure/edit', own.procedure_id],
    ['/app/qualification', own.qualification_id],
    ['/app/form', own.form_id],
    ['/app/form/edit', own.form_id],
    ['/app/userrelationship', relationship.id],
    ['/app/cycle/admin', own.cycle_id],
    ['/app/category/admin', own.category_id],
    ['/app/goal/admin', own.shared_goal_id],
    ['/app/standard/admin', own.standard_id],
    ['/app/formtemplate/admin', own.template_id],
    ['/app/invoice', books.invoice_id],
    ['/app/invoice/admin', books.invoice_id],
    ['/app/transaction', books.transaction_id],
    ['/app/subscription/admin', books.subscription_id],
    ['/app/product/admin', books.product_id],
    ['/app/contact/admin', books.contact_id],
    ['/app/taxrate/admin', books.rate_id],
    ['/app/ledgeraccount/admin', books.account_id],
    ['/app/brandingtheme/admin', books.theme_id],
  ]
  for (const [path, id] of rows) things[`${name} ${path}`] = `?id=${id}`
  const { data: draw } = await network.admin.create('cpdauditdraw', { devcycle_id: own.cycle_id })
  things[`${name} /app/auditdraw/admin`] = `?id=${draw.id}`
  reports[name] = `/report/${data.user.id}/cycle/${own.cycle_id}`
  things[`${name} /app/file`] = `?id=${stored.id}`
  things[`${name} /app/file/edit`] = `?id=${stored.id}`
  things[`${name} /app/tracker/edit`] = `?id=${tracker.data.id}`
  things[`${name} /app/tracker`] = `?id=${tracker.data.id}`
  things[`${name} /app/trackerevent`] = `?id=${event!.id}&tracker=${tracker.data.id}`
  things[`${name} /app/user/admin`] = `?id=${user_id}`
  things[`${name} /app/enquiry/admin`] = `?id=${enquiry.id}`
  things[`${name} /app/message`] = `?id=${letter.data.id}`
  things[`${name} /app/messagetemplate/admin`] = `?id=${template.data.id}`
  things[`${name} /app/remindermessage/admin`] = `?id=${reminder.data.id}`
  things[`${name} /app/newsletter/admin`] = `?id=${newsletter.data.id}`
  things[`${name} /app/pagecontent/admin`] = `?id=${content.data.id}`
  things[`${name} /app/faq/admin`] = `?id=${faq.data.id}`
  things[`${name} /app/notification/admin`] = `?id=${notice.data.id}`
  const position = { type: 'Point' as const, coordinates: [174.76, -36.85] }
  const place = await network.admin.create('location', { organisation_id, name: 'Depot', position })
  const query = { status: 'offline' }
  const saved = await network.admin.create('reportconfig', {
    organisation_id,
    name: 'Silent',
    report: 'trackers',
    query,
  })
  things[`${name} /app/location`] = `?id=${place.data.id}`
  things[`${name} /app/reportconfig`] = `?id=${saved.data.id}`
}

const rootOf = async (client: Client, organisation_id: number): Promise<number> =>
  (await client.call('GET', 'files/usage', { organisation_id })).data.root_file_id

/** Query parameters for the other tabs of a page. */
const parts: Record<string, string[]> = {
  '/app/settings': ['profile', 'alerts', 'signin', 'sessions', 'signatures', 'data'],
  '/app/organisation/admin': ['alerts', 'lock', 'log', 'usage', 'forwarding'],
  '/app/users/admin': ['accounts', 'invitations', 'deleted'],
  '/app/messages': ['sent'],
}

/** Queries of what else a page shows. */
const views: Record<string, string[]> = {
  '/app/faqs/admin': ['?view=order'],
  '/app/pagecontent/admin': ['?key=about'],
  '/app/files': ['?folder=organisation', '?view=trash', '?search=notes'],
}

/** Redirects of pages that a visitor may not see. */
function refusal(group: Group, visitor: Visitor, path: string): RegExp | null {
  if (path === '/app/signin/link' && visitor !== 'guest') return /\/app\/home$/
  // Only with --demo.
  if (path === '/app/demo') return /\/404$/
  const signIn = /\/app\/signin\?next=/
  if (group === 'open') return null
  if (visitor === 'guest') return signIn
  if (group === 'requiresAdmin' && ['user', 'staff'].includes(visitor)) return /\/app\/forbidden$/
  return group === 'requiresPlatformAdmin' && visitor !== 'platform' ? /\/app\/forbidden$/ : null
}

/** Every page is checked twice: loaded in the first look, changed to the second. */
const looks: Look[] = [
  { size: desk, colorScheme: 'light' },
  { size: phone, colorScheme: 'dark' },
]
type Look = { size: { width: number; height: number }; colorScheme: 'light' | 'dark' }

async function showIn(page: Page, { size, colorScheme }: Look, waiting: Set<Request>) {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme })
  await settled(page, waiting)
}

const REPORT = '/report/:user_id/cycle/:cycle_id'
const groups = { open, requiresAuth, requiresAdmin, requiresPlatformAdmin }
type Group = keyof typeof groups
const all = Object.entries(groups).flatMap(([group, pages]) =>
  Object.keys(pages).map((path) => ({ group: group as Group, path })),
)

it.each(visitors)(
  'the %s gets the right page or refusal everywhere, on a desktop and a phone, without accessibility violations',
  async (visitor) => {
    const page = await openPage(browser)
    const waiting = watchRequests(page)
    if (visitor !== 'guest') await enter(page, visitor)
    await page.goto(`${network.url}/app/about`)
    await showIn(page, looks[0]!, waiting)
    const faults: string[] = []
    for (const { group, path } of all) {
      if (path === '/app/signout') continue // it would end the visit
      // Only those with a plan have a report.
      if (path === REPORT && visitor !== 'guest' && !reports[visitor]) continue
      const addresses = [
        things[`${visitor} ${path}`] ?? '',
        ...(parts[path] ?? []).map((tab) => `?tab=${tab}`),
        ...(views[path] ?? []),
      ]
      for (const query of addresses) {
        const address = path === REPORT ? (reports[visitor] ?? '/report/1/cycle/1') : `${path}${query}`
        const refused = refusal(group, visitor, path)
        await follow(page, address)
        if (refused) await page.waitForURL(refused)
        await settled(page, waiting)
        // The target of a redirect is checked as a page of its own.
        for (const [turn, look] of refused ? [] : looks.entries()) {
          if (turn > 0) await showIn(page, look, waiting)
          // A layout that was seen in one look was seen in the other.
          if (await isSeen(page, look.size.width)) break
          const found = await faultsOf(page)
          faults.push(...found.map((fault) => `${address}, ${look.size.width} pixels wide: ${fault}`))
        }
        // The next page is loaded in the look that this one ended in: a resize redraws everything.
        if (!refused && page.viewportSize()!.width !== looks[0]!.size.width) looks.reverse()
        const here = new URL(page.url()).pathname
        const elsewhere = here !== address.split('?')[0] && !refused ? [`${address}: leads to ${here}`] : []
        const errors = page.errors.splice(0).filter((error) => !isExpected(path, error))
        faults.push(...elsewhere, ...errors.map((error) => `${address}: ${error}`))
        faults.push(...(await keysOn(page)).map((key) => `${address}: has no text for ${key}`))
        if (refused) break
      }
    }
    expect([...new Set(faults)]).toEqual([])
    await closePage(page)
  },
  300_000,
)

/** Errors that Chromium logs for refused requests, such as a mail link without its token. */
const isExpected = (path: string, error: string) => path.includes('token') && error.includes('status of 469')

/** Keys of texts that are shown in place of their texts. */
async function keysOn(page: Page): Promise<string[]> {
  const named = (await page.content()).matchAll(/\w+(?:\.\w+)+/g)
  return [...named].map(([name]) => name).filter((name) => keys.has(name))
}

const keys = new Set(
  [common, tracking, people, organisations, messaging, site, files, cpd, billing].flatMap((texts) => keysOf(texts)),
)
function keysOf(texts: object, path = ''): string[] {
  return Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [`${path}${name}`] : keysOf(text, `${path}${name}.`),
  )
}

async function enter(page: Page, username: string) {
  const { data } = await guest(network).client.call('POST', 'user/signin', { username, password: PASSWORD })
  await page.goto(`${network.url}/app/about`)
  await page.evaluate((token) => localStorage.setItem('ringfence.token', token), data.token)
}

/** Navigates as a link does, without a reload. */
async function follow(page: Page, address: string) {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
    return new Promise(requestAnimationFrame)
  }, address)
}

/** Waits for the page and its requests; a loaded chunk may start more. */
async function settled(page: Page, waiting: Set<Request>) {
  await page.locator('main, [role=main]').first().waitFor()
  const loading = page.locator('[aria-busy=true], .mantine-Loader-root')
  for (let calm = 0; calm < 3; calm++) {
    await expect.poll(async () => [...urlsOf(waiting), ...(await loading.evaluateAll(markup))]).toEqual([])
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
}

const urlsOf = (requests: Iterable<Request>) => [...requests].map((request) => request.url())
const markup = (elements: Element[]) =>
  elements.map((element) => `${location.pathname}: ${element.outerHTML.slice(0, 200)}`)

/** Pending API requests and chunks, except scripts of workers: one that is stopped before it runs reports no end. */
function watchRequests(page: Page): Set<Request> {
  const waiting = new Set<Request>()
  const awaited = /\/(api\/v1|assets)\/(?!.*worker)/
  page.on('request', (request) => awaited.test(request.url()) && waiting.add(request))
  page.on('requestfinished', (request) => waiting.delete(request))
  page.on('requestfailed', (request) => waiting.delete(request))
  return waiting
}

/** Skips layouts that another visitor has seen, compared without their texts. */
async function isSeen(page: Page, width: number): Promise<boolean> {
  const shape = await page.evaluate(() => {
    // Only the presence of these counts: their values are names, numbers, places and times.
    const worded =
      /^(d|id|for|href|src|style|title|value|alt|datetime|placeholder|aria-(?!hidden|expanded|current).*|data-.*)$/
    const shapeOf = (element: Element) => {
      const attributes = [...element.attributes].map(({ name, value }) =>
        worded.test(name) ? name : `${name}=${value}`,
      )
      const says = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE)
      return `${element.tagName} ${attributes} ${says}`
    }
    return [...new Set([...document.querySelectorAll('body *')].map(shapeOf))].sort().join('\n')
  })
  const key = `${width} ${shape}`
  if (seen.has(key)) return true
  seen.add(key)
  return false
}

/** Serious and critical violations with their elements. */
async function faultsOf(page: Page): Promise<string[]> {
  // The page's own Content Security Policy would refuse a script element.
  await page.evaluate(axe)
  const violations: Result[] = await page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: set by the injected script
    const { violations } = await (window as any).axe.run(document, { resultTypes: ['violations'] })
    return violations
  })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
}
