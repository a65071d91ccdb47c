import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { domains } from '#api/domains.ts'
import { checkPageKey, standardKeys, takePageNames } from '#api/site/content/page_keys.ts'
import { paths } from '../core/paths.ts'
import type { User } from '../core/types.ts'
import { doors } from './doors.ts'
import { menuOf } from './menu/menus.ts'
import { pages as groups, type Pages } from './pages.ts'

const web = join(import.meta.dirname, '..')
const files = import.meta.glob<Record<string, { fields: object }>>(['../locales/en/*.ts', '!**/common.ts'], {
  eager: true,
})
/** The texts of each domain, by its name. */
const texts: Record<string, { fields: object }> = Object.assign({}, ...Object.values(files))
/** Where pages are listed. */
const lists = ['app/pages.ts', ...doors.map(({ name }) => `${name}/index.ts`)].map((list) => join(web, list))
const pages: Pages = Object.assign({}, ...Object.values(groups))

/** Modules loaded before any page: they may use `common` only. */
const start = reach(join(web, 'app/main.tsx'), false)

it('uses only texts loaded at the start in the frame', () => {
  // A door has plain pages, too, whose texts are loaded with them.
  expect(domainsOf(new Set([...start].filter((path) => !lists.includes(path))))).toEqual([])
})

it.each(lists.slice(1))('%s has plain pages with texts of its domain only', (list) => {
  const keys = [...readFileSync(list, 'utf8').matchAll(/['"`](\w+):[\w$]/g)].filter(([, name]) => name! in texts)
  expect(keys.map(([, name]) => `${name}/index.ts`).filter((own) => !list.endsWith(own))).toEqual([])
})

it.each(Object.entries(pages).filter(([path]) => !isPlain(path)))(
  '%s loads the texts that it shows, and no others',
  (path, { texts }) => {
    expect([...texts].sort()).toEqual(domainsOf(reach(moduleOf(path), true)))
  },
)

it.each(['guest', 'customer', 'staff', 'user', 'officer', 'administrator', 'platform_administrator'] as const)(
  'has what the menu of a %s offers',
  (kind) => {
    const features = ['tracking', 'files', 'cpd', 'billing'] as const
    const paths = menuOf(kind, { registration: 'open', features }).map(({ path }) => path)
    // Sign-in is part of the first page.
    expect(paths.filter((path) => path !== '/app/signin' && !(path in pages))).toEqual([])
  },
)

it.each(['user', 'administrator', 'platform_administrator'] as const)('the menu of a %s has each page once', (kind) => {
  const paths = menuOf(kind, { registration: 'open', features: ['tracking', 'files', 'cpd'] }).map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
})

it('the menu of a college leads home to its dashboard, and to nothing of trackers', () => {
  const items = menuOf('user', { registration: 'open', features: ['files', 'cpd'] })
  expect(items.slice(0, 3).map(({ label, path }) => [label, path])).toEqual([
    ['home', '/app/dashboard'],
    ['plan', '/app/plan'],
    ['activities', '/app/activities'],
  ])
  const paths = items.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  expect(items.some(({ path, feature }) => feature === 'tracking' || path === '/app/home')).toBe(false)
})

it.each([
  ['CPD officer', { cpd_role: 'officer' }, 'cpd', '/app/matrix'],
  ['treasurer', { billing_role: 'treasurer' }, 'billing', '/app/invoices/admin'],
])('the menu of a %s has what is managed in their product, and nothing else that administrators manage', (...each) => {
  const [, office, heading, path] = each
  const person = { memberships: [{ organisation_id: 1, role_name: 'User', ...office }] } as unknown as User
  const features = ['tracking', 'files', 'cpd', 'billing'] as const
  const of = (kind: 'user' | 'officer') =>
    menuOf(kind, { registration: 'open', features, user: person, organisation_id: 1 })
  const users = of('user').map(({ path }) => path)
  const more = of('officer').filter(({ path }) => !users.includes(path))
  expect(more.map(({ path }) => path)).toContain(path)
  expect(new Set(more.map(({ heading }) => heading))).toEqual(new Set([heading]))
})

it('the menu of a society with billing only leads home to the membership', () => {
  const items = menuOf('user', { registration: 'open', features: ['billing'] })
  expect(items.slice(0, 3).map(({ label, path }) => [label, path])).toEqual([
    ['home', '/app/membership'],
    ['transactions', '/app/transactions'],
    ['messages', '/app/messages'],
  ])
})

it('the menu of a fleet has nothing of professional development', () => {
  const items = menuOf('administrator', { registration: 'open', features: ['tracking', 'files'] })
  expect(items.filter(({ feature }) => feature === 'cpd')).toEqual([])
})

it('loads the texts of pages that the frame shows in place of others', () => {
  const pageModules = new Set(lists.flatMap((list) => modulesIn(list, true)))
  const missing = [...start].flatMap((path) => {
    const source = readFileSync(path, 'utf8')
    return modulesIn(path, true)
      .filter((part) => !start.has(part) && !pageModules.has(part))
      .flatMap((part) => domainsOf(reach(part, true)).map((domain) => [part, domain] as const))
      .filter(([, domain]) => !source.includes(`loadTexts(['${domain}'])`))
  })
  expect(missing).toEqual([])
})

const { share, cab, contentPage, cpdReport, signIn, ...others } = paths

it.each(Object.entries<() => string>(others))('%s leads to a page', (_name, path) =>
  expect(path() in pages || path() === '/app/signin').toBe(true),
)

it('writes a page’s query parameters into the address', () => {
  expect(paths.map({ tracker: 7 })).toBe('/app/map?tracker=7')
  expect(paths.trackerEdit({ id: 7 }, 'connect')).toBe('/app/tracker/edit?id=7#connect')
  expect(paths.signIn({ next: paths.map() })).toBe('/app/signin?next=%2Fapp%2Fmap')
  expect(paths.map({ tracker: undefined })).toBe('/app/map')
  expect(share('k3y')).toBe('/app/share/k3y')
  expect(contentPage('fire-drill')).toBe('/app/page/fire-drill')
  expect(cpdReport(7, 3)).toBe('/report/7/cycle/3')
})

const names = new Set(
  [...Object.keys(pages).filter((path) => path.startsWith('/app')), '/app/signin']
    .map((path) => path.split('/')[2])
    .filter(Boolean),
)
const editable: readonly string[] = standardKeys
takePageNames([...domains])

it.each([...names].filter((name) => !editable.includes(name!)))(
  'has no editable content at /app/%s, so the server refuses its name as a key: a resource, an action, or `page_names` of its domain',
  (name) => expect(() => checkPageKey(name!)).toThrow('cannot be edited'),
)

it.each(standardKeys.filter((key) => key !== 'home'))('shows the editable content of %s at its own address', (key) =>
  expect(pages).toHaveProperty([`/app/${key}`]),
)

/** Whether a door declares it by `plainPages`. */
function isPlain(path: string): boolean {
  return lists.some((list) => readFileSync(list, 'utf8').includes(`'${path}']`))
}

function moduleOf(path: string): string {
  for (const list of lists) {
    const [, declared] = readFileSync(list, 'utf8').split(new RegExp(`'${path}',?\\s*\\)`))
    const imported = declared && /import\('([^']+)'\)/.exec(declared)
    if (imported) return join(dirname(list), imported[1]!)
  }
  throw new Error(`no page is listed for ${path}`)
}

/** The modules a module imports, directly or not, without those loaded at the start. */
function reach(path: string, withLazy: boolean, seen = new Set<string>()): Set<string> {
  if (seen.has(path) || (withLazy && start.has(path))) return seen
  seen.add(path)
  for (const part of modulesIn(path, withLazy)) reach(part, withLazy, seen)
  return seen
}

/** The modules of this project that a module imports, types aside. */
function modulesIn(path: string, withLazy: boolean): string[] {
  const source = readFileSync(path, 'utf8')
  const eager = source.matchAll(/^\s*(?:(?:import|export)\s+(?!type\b)[^'"]*?from\s+|import\s+)'(\.[^']+\.tsx?)'/gm)
  const lazy = withLazy ? source.matchAll(/import\('(\.[^']+\.tsx?)'\)/g) : []
  return [...eager, ...lazy].map(([, to]) => join(dirname(path), to!)).filter(existsSync)
}

/** The domains whose texts modules use: by key, or by the fields of a resource. */
function domainsOf(modules: Set<string>): string[] {
  const used = new Set<string>()
  for (const path of modules) {
    const source = readFileSync(path, 'utf8')
    for (const [, domain] of source.matchAll(/['"`](\w+):[\w$]/g)) if (domain! in texts) used.add(domain!)
    const ofResource = /virtual:(?:resource|body)\/(\w+)|labelOf\(t, '(\w+)'|\bresource="(\w+)"/g
    for (const [, ...names] of source.matchAll(ofResource)) {
      const resource = names.find(Boolean)!
      for (const [domain, { fields }] of Object.entries(texts)) if (resource in fields) used.add(domain)
    }
  }
  return [...used].sort()
}
