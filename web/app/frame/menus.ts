import { startPage } from '../../core/nextPath.ts'
import type { Kind } from '../../core/rights.ts'
import type { Feature } from '../../core/types.ts'
import type { MenuIcon } from '../../kit/theme/menuIcons.tsx'

/** Side menu by kind of user. Registration appears only where it is open, features where the organisation has them. */
export function menuOf(kind: Kind, { registration, features }: Available): MenuItem[] {
  const items = menus[kind]
    .filter(({ label }) => label !== 'register' || registration === 'open')
    .filter(({ feature }) => !feature || features.includes(feature))
  return kind === 'guest' || features.includes('tracking') ? items : withoutTracking(items, startPage(features))
}

/** Home leads to the organisation's first page, which is in the menu once, and its product comes before the settings. */
function withoutTracking(items: MenuItem[], start: string): MenuItem[] {
  const [home, ...others] = items
    .filter(({ path }) => path !== start)
    .map((item) => (item.path === '/app/home' ? { ...item, path: start } : item))
  const product = others.filter((item) => products.has(item))
  const [next, ...rest] = others.filter((item) => !products.has(item))
  return [home!, ...product, { ...next!, ...(product.length > 0 && { apart: true as const }) }, ...rest]
}

/** Target of the settings button and menu item. */
export function settingsOf(kind: Kind): string {
  const admin = kind === 'administrator' || kind === 'platform_administrator'
  return admin ? '/app/settings/admin' : '/app/settings'
}

const contact: MenuItem = { label: 'contact', path: '/app/contact', icon: 'contact' }

const guest: MenuItem[] = [
  { label: 'home', path: '/app', icon: 'home' },
  contact,
  { label: 'signIn', path: '/app/signin', icon: 'signIn' },
  { label: 'register', path: '/app/register', icon: 'register' },
]

/** Not in the specification: what most people come for, before its items. */
const map: MenuItem = { label: 'map', path: '/app/map', icon: 'map', feature: 'tracking' }

const files: MenuItem = { label: 'files', path: '/app/files', icon: 'files', feature: 'files' }

/** Professional development, for each person. */
const cpd: MenuItem[] = [
  { label: 'plan', path: '/app/plan', icon: 'plan', feature: 'cpd' },
  { label: 'activities', path: '/app/activities', icon: 'activities', feature: 'cpd' },
  { label: 'procedures', path: '/app/procedures', icon: 'procedures', feature: 'cpd' },
  { label: 'forms', path: '/app/forms', icon: 'forms', feature: 'cpd' },
  { label: 'qualifications', path: '/app/qualifications', icon: 'qualifications', feature: 'cpd' },
  { label: 'relationships', path: '/app/userrelationships', icon: 'relationships', feature: 'cpd' },
]

/** What a person has bought, and what they owe. */
const bought: MenuItem[] = [
  { label: 'membership', path: '/app/membership', icon: 'membership', feature: 'billing' },
  { label: 'transactions', path: '/app/transactions', icon: 'transactions', feature: 'billing' },
]

/** What an organisation without trackers is about. */
const products = new Set([...cpd, ...bought])

const user: MenuItem[] = [
  map,
  { label: 'home', path: '/app/home', icon: 'home' },
  { label: 'settings', path: '/app/settings', icon: 'settings' },
  { label: 'trackers', path: '/app/trackers', icon: 'trackers', feature: 'tracking' },
  { label: 'boundaries', path: '/app/boundaries', icon: 'boundaries', feature: 'tracking' },
  { label: 'alerts', path: '/app/alerts', icon: 'alerts', feature: 'tracking' },
  { label: 'history', path: '/app/trackerevents', icon: 'history', feature: 'tracking' },
  { label: 'messages', path: '/app/messages', icon: 'messages' },
  files,
  { label: 'dashboard', path: '/app/dashboard', icon: 'progress', feature: 'cpd', apart: true },
  ...cpd,
  ...bought,
  contact,
]

const administrator: MenuItem[] = [
  map,
  { label: 'myHome', path: '/app/home', icon: 'home' },
  { label: 'mySettings', path: settingsOf('administrator'), icon: 'settings' },
  { label: 'myTrackers', path: '/app/trackers', icon: 'trackers', feature: 'tracking' },
  { label: 'myBoundaries', path: '/app/boundaries', icon: 'boundaries', feature: 'tracking' },
  { label: 'alerts', path: '/app/alerts', icon: 'alerts', feature: 'tracking' },
  { label: 'myHistory', path: '/app/trackerevents', icon: 'history', feature: 'tracking' },
  { label: 'myMessages', path: '/app/messages', icon: 'messages' },
  files,
  { label: 'myDashboard', path: '/app/dashboard', icon: 'progress', feature: 'cpd', apart: true },
  ...cpd,
  ...bought,
  { label: 'dashboard', path: '/app/admin', icon: 'dashboard', apart: true },
  { label: 'allUsers', path: '/app/users/admin', icon: 'people' },
  { label: 'allMessages', path: '/app/messages/admin', icon: 'sent' },
  { label: 'invoices', path: '/app/invoices/admin', icon: 'invoices', feature: 'billing' },
  { label: 'cycles', path: '/app/cycles/admin', icon: 'cycles', feature: 'cpd', apart: true },
  { label: 'categories', path: '/app/categories/admin', icon: 'categories', feature: 'cpd' },
  { label: 'goals', path: '/app/goals/admin', icon: 'plan', feature: 'cpd' },
  { label: 'formTemplates', path: '/app/formtemplates/admin', icon: 'forms', feature: 'cpd' },
  { label: 'matrix', path: '/app/matrix', icon: 'matrix', feature: 'cpd' },
]

const menus: Record<Kind, MenuItem[]> = {
  guest,
  // What they see on these pages, the server decides: Staff every tracker, Users and Customers their own.
  customer: user,
  staff: user,
  user,
  administrator,
  platform_administrator: [
    ...administrator,
    { label: 'allEnquiries', path: '/app/enquiries/admin', icon: 'contact' },
    { label: 'allTransactions', path: '/app/transactions/admin', icon: 'transactions', feature: 'billing' },
  ],
}

export type MenuItem = {
  label:
    | 'map'
    | 'home'
    | 'settings'
    | 'trackers'
    | 'boundaries'
    | 'alerts'
    | 'history'
    | 'messages'
    | 'files'
    | 'contact'
    | 'signIn'
    | 'register'
    | 'dashboard'
    | 'myDashboard'
    | 'plan'
    | 'activities'
    | 'procedures'
    | 'forms'
    | 'qualifications'
    | 'relationships'
    | 'cycles'
    | 'categories'
    | 'goals'
    | 'formTemplates'
    | 'matrix'
    | 'myHome'
    | 'mySettings'
    | 'myTrackers'
    | 'myBoundaries'
    | 'myHistory'
    | 'myMessages'
    | 'allUsers'
    | 'allMessages'
    | 'allEnquiries'
    | 'membership'
    | 'transactions'
    | 'invoices'
    | 'allTransactions'
  path: string
  icon: MenuIcon
  /** Draws a divider before it. */
  apart?: true
  /** What the organisation must have. */
  feature?: Feature
}

type Available = { registration: 'open' | 'closed'; features: readonly Feature[] }
