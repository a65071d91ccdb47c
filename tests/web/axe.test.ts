import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pages as groups } from '../../web/app/pages.ts'
import { billing } from '../../web/locales/en/billing.ts'
import { common } from '../../web/locales/en/common.ts'
import { cpd } from '../../web/locales/en/cpd.ts'
import { files } from '../../web/locales/en/files.ts'
import { messaging } from '../../web/locales/en/messaging.ts'
import { organisations } from '../../web/locales/en/organisations.ts'
import { people } from '../../web/locales/en/people.ts'
import { site } from '../../web/locales/en/site.ts'
import { tracking } from '../../web/locales/en/tracking.ts'
import type { Network } from '../network.ts'
import { closePage, desk, follow, openPage, phone, startBrowser, startSite, type TestPage } from './browser.ts'
import { oneOfEach } from './one_of_each.ts'
import { guest, member, PASSWORD } from './people.ts'
import { listOf, routes, titleFaults } from './site/routes.ts'
import { violationsOn } from './violations.ts'

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
  for (const name of visitors) {
    if (name === 'guest') continue
    const { queries, report } = await oneOfEach(network, name, platform.id)
    for (const [path, query] of Object.entries(queries)) things[`${name} ${path}`] = query
    reports[name] = report
  }
})
afterAll(async () => {
  await network?.stop()
})

/** Query parameters for the other tabs of a page. */
const parts: Record<string, string[]> = {
  '/app/settings': ['profile', 'alerts', 'signin', 'sessions', 'keys', 'signatures', 'data'],
  '/app/organisation/admin': ['alerts', 'website', 'lock', 'log', 'usage', 'forwarding', 'webhooks', 'signin'],
  '/app/users/admin': ['accounts', 'invitations', 'deleted'],
  '/app/messages': ['sent'],
  '/app/bank/admin': ['lines', 'statements', 'payouts', 'movements'],
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
  if (['administrator', 'manager'].includes(group) && ['user', 'staff'].includes(visitor)) return /\/app\/forbidden$/
  return group === 'platform_administrator' && visitor !== 'platform' ? /\/app\/forbidden$/ : null
}

/** Of pages that are refused for one reason, some are enough: it is the group that is asked, not the page. */
const REFUSED_OF_A_GROUP = 3

/**
 * Whether the visitor goes there: a platform administrator is shown the pages of everybody as an administrator is.
 */
const isVisited = (group: Group, visitor: Visitor) => visitor !== 'platform' || !['open', 'member'].includes(group)

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
    const refusals: Partial<Record<Group, number>> = {}
    for (const { group, path } of all) {
      if (path === '/app/signout') continue // it would end the visit
      if (!isVisited(group, visitor) || refusals[group] === REFUSED_OF_A_GROUP) continue
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
        if (refused) {
          await page.waitForURL(refused)
          refusals[group] = (refusals[group] ?? 0) + 1
        }
        await settled(page, waiting)
        // The target of a redirect is checked as a page of its own.
        for (const [turn, look] of refused ? [] : looks.entries()) {
          if (turn > 0) await showIn(page, look, waiting)
          // A layout that was seen in one look was seen in the other.
          if (await isSeen(page, look.size.width)) break
          const found = await violationsOn(page)
          faults.push(...found.map((fault) => `${address}, ${look.size.width} pixels wide: ${fault}`))
        }
        // The next page is loaded in the look that this one ended in: a resize redraws everything.
        if (!refused && page.viewportSize()!.width !== looks[0]!.size.width) looks.reverse()
        const here = new URL(page.url()).pathname
        const elsewhere = here !== address.split('?')[0] && !refused ? [`${address}: leads to ${here}`] : []
        const errors = page.errors.splice(0).filter((error) => !isExpected(path, error))
        faults.push(...elsewhere, ...errors.map((error) => `${address}: ${error}`))
        if (!refused) faults.push(...(await titleFaults(page, address)))
        faults.push(...(await keysOn(page)).map((key) => `${address}: has no text for ${key}`))
        if (refused) break
      }
    }
    if (visitor === 'platform') faults.push(...(await faultsOfRoutes(page, waiting)))
    expect([...new Set(faults)]).toEqual([])
    await closePage(page)
  },
  900_000,
)

/** Titles and errors of the routes that the specification names, without the row that some of them are about. */
async function faultsOfRoutes(page: TestPage, waiting: Set<Request>): Promise<string[]> {
  const faults: string[] = []
  const { public: _open, ...guarded } = routes
  for (const path of Object.values(guarded).flat()) {
    if (!things[`platform ${path}`]) continue // it was visited as it is
    await follow(page, path)
    await settled(page, waiting)
    const here = new URL(page.url()).pathname
    if (here !== path && here !== listOf(path)) faults.push(`${path}: leads to ${here}`)
    const errors = page.errors.splice(0).filter((error) => !/status of (404|469)/.test(error))
    faults.push(...(await titleFaults(page, path)), ...errors.map((error) => `${path}: ${error}`))
  }
  return faults
}

/** Errors that Chromium logs for refused requests, such as a mail link without its token, or a cab without its code. */
const isExpected = (path: string, error: string) => /token|:code/.test(path) && error.includes('status of 469')

/** Keys of texts that are shown in place of their texts. */
async function keysOn(page: Page): Promise<string[]> {
  const words = () => [...new Set(document.documentElement.outerHTML.match(/\w+(?:\.\w+)+/g))]
  return (await page.evaluate(words)).filter((name) => keys.has(name))
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

/** Waits for the page and its requests; a loaded chunk may start more. */
async function settled(page: Page, waiting: Set<Request>) {
  await page.locator('main, [role=main]').first().waitFor()
  for (let calm = 0; calm < 3; calm++) {
    await expect.poll(async () => [...(await loadersOn(page)), ...urlsOf(waiting)]).toEqual([])
  }
}

/** What still loads in the next frame. */
const loadersOn = (page: Page) =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const loaders = document.querySelectorAll('[aria-busy=true], .mantine-Loader-root')
    return [...loaders].map(({ outerHTML }) => `${location.pathname}: ${outerHTML.slice(0, 200)}`)
  })

const urlsOf = (requests: Iterable<Request>) => [...requests].map((request) => request.url())

/** Pending API requests and chunks, except scripts of workers: one that is stopped before it runs reports no end. */
function watchRequests(page: Page): Set<Request> {
  const waiting = new Set<Request>()
  const awaited = /\/(api\/v1|assets)\/(?!.*worker)/
  page.on('request', (request) => awaited.test(request.url()) && waiting.add(request))
  page.on('requestfinished', (request) => waiting.delete(request))
  page.on('requestfailed', (request) => waiting.delete(request))
  return waiting
}

/**
 * Whether the layout has been checked: what the page shows, and the frame around it, each somewhere. Compared without
 * their texts, as visitors' menus differ, and what is in one page mostly not.
 */
async function isSeen(page: Page, width: number): Promise<boolean> {
  const shapes = await page.evaluate(() => {
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
    const inMain = (element: Element) => element.closest('main, [role=main]') !== null
    const elements = [...document.querySelectorAll('body *')]
    const shapesOf = (some: Element[]) => [...new Set(some.map(shapeOf))].sort().join('\n')
    return [shapesOf(elements.filter(inMain)), shapesOf(elements.filter((element) => !inMain(element)))]
  })
  const keys = shapes.map((shape) => `${width} ${shape}`)
  const isKnown = keys.every((key) => seen.has(key))
  for (const key of keys) seen.add(key)
  return isKnown
}
