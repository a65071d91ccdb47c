import type { Client } from '#api/client.ts'
import { open, requiresAdmin, requiresAuth, requiresPlatformAdmin } from '../../web/app/pages.ts'

/** Every page as its addresses: with its parts, and with something to show where it shows one thing. */
export async function addressesOf(client: Client): Promise<{ guest: Address[]; signedIn: Address[] }> {
  const queries = await queriesOf(client)
  const listed = (pages: object) =>
    Object.keys(pages).flatMap((path) => (queries[path] ?? ['']).map((query) => addressOf(path, query)))
  // Signing out shows the page of signing in, and a shared position is seen with its token only.
  const seen = Object.keys(open).filter((path) => path !== '/app/signout' && !path.includes(':'))
  return {
    guest: ['/', '/no/such/page', ...seen].map((path) => addressOf(path, '')),
    // These two are open, and another page to whoever is signed in.
    signedIn: listed({
      '/app/map': null,
      '/app/settings': null,
      ...requiresAuth,
      ...requiresAdmin,
      ...requiresPlatformAdmin,
    }),
  }
}

/** Where a page shows one of a resource, and whether it makes a new one where none is named. */
const ones = {
  '/app/tracker': ['tracker', false],
  '/app/tracker/edit': ['tracker', true],
  '/app/boundary/edit': ['boundary', true],
  '/app/message': ['message', false],
  '/app/user/admin': ['user', true],
  '/app/enquiry/admin': ['enquiry', false],
  '/app/outbox/admin': ['outboxmail', true],
  '/app/messagetemplate/admin': ['messagetemplate', true],
  '/app/remindermessage/admin': ['remindermessage', true],
  '/app/notification/admin': ['notification', true],
} as const

const tabs = {
  '/app/settings': ['profile', 'alerts', 'signin', 'sessions', 'data'],
  '/app/organisation/admin': ['alerts', 'lock', 'log', 'usage'],
  '/app/users/admin': ['accounts', 'invitations'],
  '/app/messages': ['sent'],
}

/** What has nothing to show is left out. */
async function queriesOf(client: Client): Promise<Record<string, string[]>> {
  const queries: Record<string, string[]> = {}
  for (const [path, names] of Object.entries(tabs)) queries[path] = ['', ...names.map((name) => `?tab=${name}`)]
  for (const [path, [name, also_new]] of Object.entries(ones)) {
    const [one] = (await client.list(name, { limit: 1 })).data as { id: number }[]
    queries[path] = [...(also_new ? [''] : []), ...(one ? [`?id=${one.id}`] : [])]
  }
  const [event] = (await client.list('trackerevent', { limit: 1 })).data
  const tracker = event ? [`?tracker=${event.tracker_id}`] : []
  return {
    ...queries,
    '/app/map': ['', ...tracker],
    '/app/trackerevents': ['', ...tracker],
    '/app/replay': tracker,
    '/app/trackerevent': event ? [`?id=${event.id}&tracker=${event.tracker_id}`] : [],
  }
}

/** `/app/users/admin?tab=invitations` is `users-admin-invitations`; of a number only what it numbers is named. */
function addressOf(path: string, query: string): Address {
  const part = new URLSearchParams(query).get('tab') ?? (query ? 'one' : '')
  const name = [...path.split('/').filter((word) => word && word !== 'app'), part].filter(Boolean).join('-')
  return { name: name || (path === '/' ? 'signin' : 'welcome'), address: `${path}${query}` }
}

/** @param name of the picture's file */
export type Address = { name: string; address: string }
