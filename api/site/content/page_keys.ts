import type { Domain } from '../../crud/domain.ts'
import type { Resource } from '../../crud/resource.ts'
import { wrong } from '../../http/errors.ts'

/** Pages with an address of their own, whose content can be edited. */
export const standardKeys = ['home', 'about', 'help', 'privacy', 'terms', 'pricing', 'downloads'] as const
export type StandardKey = (typeof standardKeys)[number]

/** Names of pages of the frame. */
const frame = [
  'page',
  'app',
  'api',
  'static',
  'assets',
  'gateway',
  '404',
  'forbidden',
  'contact',
  'settings',
  'admin',
  'signin',
  'signout',
  'register',
  'profile',
  'account',
  'platform',
  'permissions',
  'update',
  'demo',
  'dashboard',
]
const reserved = new Set<string>(frame)

/**
 * Other keys are shown at /app/page/<key>, except names of pages that do something: of resources, of actions, and what
 * the domains name besides. A test compares them with the client.
 */
export function takePageNames(domains: Domain[]): void {
  for (const { resources, actions, always = [], page_names = [] } of domains) {
    const all = Object.values(resources) as Resource[]
    for (const path of all.flatMap(({ name, plural }) => [name, plural])) reserved.add(firstPart(path))
    for (const entry of [...actions, ...always]) if ('path' in entry) reserved.add(firstPart(entry.path))
    for (const name of page_names) reserved.add(name)
  }
}

const firstPart = (path: string) => path.split('/')[0]!

/** @throws {AppError} for the name of a page without editable content */
export function checkPageKey(key: string): void {
  if (!reserved.has(key)) return
  throw wrong('key', `"${key}" is the name of a page whose content cannot be edited.`)
}
