import type { Client } from '#api/client.ts'
import { pages } from '../../web/app/pages.ts'

/** The addresses of every page: with its tabs, and with an id where it shows one row. */
export async function addressesOf(client: Client): Promise<{ guest: Address[]; signedIn: Address[] }> {
  const queries = await queriesOf(client)
  const listed = (list: object) =>
    Object.keys(list).flatMap((path) => (queries[path] ?? ['']).map((query) => addressOf(path, query)))
  // /app/signout shows the sign-in page, and a shared position needs its token.
  const visible = Object.keys(pages.open).filter((path) => path !== '/app/signout' && !path.includes(':'))
  return {
    guest: ['/', '/no/such/page', ...visible].map((path) => addressOf(path, '')),
    // These two are public, but differ for signed-in users.
    signedIn: listed({
      '/app/map': null,
      '/app/settings': null,
      ...pages.member,
      ...pages.administrator,
      ...pages.platform_administrator,
    }),
  }
}

/** Pages of one row, and whether they create a new row without an id. */
const ones = {
  '/app/tracker': ['tracker', false],
  '/app/tracker/edit': ['tracker', true],
  '/app/boundary': ['boundary', false],
  '/app/boundary/edit': ['boundary', true],
  '/app/message': ['message', false],
  '/app/file': ['file', false],
  '/app/file/edit': ['file', false],
  '/app/user/admin': ['user', true],
  '/app/enquiry/admin': ['enquiry', false],
  '/app/outbox/admin': ['outboxmail', true],
  '/app/messagetemplate/admin': ['messagetemplate', true],
  '/app/remindermessage/admin': ['remindermessage', true],
  '/app/newsletter/admin': ['newsletter', true],
  '/app/notification/admin': ['notification', true],
  '/app/pagecontent/admin': ['pagecontent', true],
  '/app/faq/admin': ['faq', true],
  '/app/basemap/admin': ['basemap', true],
} as const

const tabs = {
  '/app/settings': ['profile', 'alerts', 'signin', 'sessions', 'signatures', 'data'],
  '/app/organisation/admin': ['alerts', 'lock', 'log', 'usage', 'forwarding'],
  '/app/users/admin': ['accounts', 'invitations'],
  '/app/messages': ['sent'],
}

/** Pages without content are omitted. */
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

/** `/app/users/admin?tab=invitations` becomes `users-admin-invitations`; ids become `one`. */
function addressOf(path: string, query: string): Address {
  const part = new URLSearchParams(query).get('tab') ?? (query ? 'one' : '')
  const name = [...path.split('/').filter((word) => word && word !== 'app'), part].filter(Boolean).join('-')
  return { name: name || (path === '/' ? 'signin' : 'welcome'), address: `${path}${query}` }
}

/** @param name of the image file */
export type Address = { name: string; address: string }
