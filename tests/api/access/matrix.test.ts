import { parse } from 'papaparse'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resources } from '#api/domains.ts'
import { type CpdRole, cpdRoles } from '#db/tables/people/membership.ts'
import { type Network, startNetwork } from '../../network.ts'
import { switchFeatures } from '../../seeds/college.ts'
import { limitToGroup } from '../../seeds/groups.ts'
import { makeKey, makeOrganisation, makePerson } from '../../seeds/people.ts'
import { makeLimited } from '../../seeds/roles.ts'
import { ofTreasurer } from './billing.table.ts'
import { cpdTable, ofAuditor, ofCommittee, ofOfficer } from './cpd.table.ts'
import { downloads, tracks } from './downloads.table.ts'
import { ofGroup } from './groups.table.ts'
import { aboutMe, askedAboutMe } from './own_account.requests.ts'
import { aboutOneself } from './own_account.table.ts'
import { requests } from './requests.ts'
import { lettersOf, ownRoles } from './roles/table.ts'
import { people, table } from './table.ts'
import { things } from './things.ts'
import type { Tried } from './tried.ts'
import { type Whose, wheres } from './whose.ts'

let network: Network
let whose: Whose[]
let tokens: (string | null)[]
/** Staff of the organisation who see the trackers of one group only, which has none of the rows. */
let limited: string
/** What members do in CPD besides their role. */
const by_cpd_role: Record<CpdRole, string> = { officer: '', auditor: '', committee: '' }
/** Customers otherwise. */
let treasurer: string
/** By a role of their organisation. */
const by_own_role: Record<keyof typeof ownRoles, string> = { auditor: '', dispatcher: '', workshop: '' }
/** With all scopes, of a person who administers both organisations: it is of ours alone. */
let key: string

beforeAll(async () => {
  network = await startNetwork({ XERO_CLIENT_ID: 'an app', XERO_CLIENT_SECRET: 'the secret of the app' })
  const ours = await makeOrganisation(network, 'ours')
  const theirs = await makeOrganisation(network, 'theirs')
  const member = await makePerson(network, 'colleague', ours.id, 'Customer')
  whose = wheres(ours, theirs, member.id)
  const north = await makePerson(network, 'north', ours.id, 'Staff')
  await limitToGroup(network, north.id, ours.id, 'North')
  limited = north.token
  for (const cpd_role of cpdRoles) {
    const member = await makePerson(network, cpd_role, ours.id, 'Customer')
    await network.db.updateTable('membership').set({ cpd_role }).where('user_id', '=', member.id).execute()
    by_cpd_role[cpd_role] = member.token
  }
  const cashier = await makePerson(network, 'treasurer', ours.id, 'Customer')
  treasurer = cashier.token
  await network.db
    .updateTable('membership')
    .set({ billing_role: 'treasurer' })
    .where('user_id', '=', cashier.id)
    .execute()
  for (const [name, role] of Object.entries(ownRoles)) {
    const { token } = await makeLimited(network, `limited-${name}`, ours.id, role)
    by_own_role[name as keyof typeof ownRoles] = token
  }
  const both = await makePerson(network, 'both', ours.id, 'Administrator')
  const elsewhere = { organisation_id: theirs.id, user_id: both.id, role_name: 'Administrator' } as const
  await network.db.insertInto('membership').values(elsewhere).execute()
  key = await makeKey(both, { organisation_id: ours.id })
  tokens = [null, ours.user.token, ours.staff.token, ours.customer.token, ours.administrator.token, network.token]
})
afterAll(() => network.stop())

it('has a line for every route, and no line without one', () => {
  const routes = network.server.api.app.routes
    .map(({ name }) => name)
    .filter((route) => route.includes(' /api/v1/') && !route.startsWith('HEAD '))
    .map((route) => route.replace('/api/v1/', ''))
  expect([...Object.keys(table), ...Object.keys(aboutOneself)].sort()).toEqual([...new Set(routes)].sort())
})

it('has a line for every list with a CSV export', () => {
  const paths = network.server.api.app.swagger().paths as Record<string, { get?: { parameters?: { name: string }[] } }>
  const isFile = (path: string) => /\/(file|calendar)$/.test(path) // no list: they have lines above
  const files = Object.entries(paths).filter(
    ([path, { get }]) => !isFile(path) && get?.parameters?.some(({ name }) => name === 'format'),
  )
  expect(Object.keys(downloads).sort()).toEqual(files.map(([path]) => path.replace('/api/v1/', '')).sort())
})

// First, while there are few rows: a file has them all.
const files = [
  ...Object.entries(downloads).map(([plural, line]) => [plural, 'csv', line] as const),
  ...Object.entries(tracks).map(([plural, line]) => [plural, 'geojson', line] as const),
]

it('has a line for every list with track exports', () => {
  const lists = Object.values(resources).filter((resource) => 'files' in resource)
  const geographic = lists.filter(({ files }) => 'geojson' in files!)
  expect(Object.keys(tracks)).toEqual(geographic.map(({ plural }) => plural))
})

it.each(files)('%s as a file (%s): %s', async (plural, format, line) => {
  await prepare()
  const route = `GET ${plural}`
  const read = await Promise.all(whose.map((where) => requests(route, network.db, where)))
  const cells = []
  for (const [i] of people.entries()) {
    const letters = []
    for (const tried of read) letters.push(await letterOf(route, tried, tokens[i]!, format))
    cells.push(letters.join(''))
  }
  expect(cells.join(' ')).toBe(line.replace(/ +/g, ' '))
})

it.each(Object.entries(table))('%s: %s', async (route, line) => {
  await prepare()
  const unchanged: Tried[] = []
  const letters = []
  for (const [i] of people.entries()) {
    const cell = []
    for (const [at, where] of whose.entries()) {
      const tried = unchanged[at] ?? (await requests(route, network.db, where))
      const letter = await letterOf(route, tried, tokens[i]!)
      // What was read, or what a person could not change, serves the next person as well.
      if (route.startsWith('GET ') || letter !== 'Y') unchanged[at] = tried
      else unchanged.length = 0
      cell.push(letter)
    }
    letters.push(cell.join(''))
  }
  expect(letters.join(' ')).toBe(line.replace(/ +/g, ' '))
})

it.each(Object.entries(table))('%s for Staff of a group: %s', async (route, line) => {
  await prepare()
  const letters = []
  for (const where of whose) letters.push(await letterOf(route, await requests(route, network.db, where), limited))
  expect(letters.join('')).toBe(ofGroup[route] ?? line.split(/ +/)[people.indexOf('Staff')])
})

/** One role for each route, one after another: that a role closes and narrows is a rule of its own (`limit.test.ts`). */
const limitedLines = Object.entries(table).map(([route, line], i) => {
  const [name, role] = Object.entries(ownRoles)[i % Object.keys(ownRoles).length]!
  return [name as keyof typeof ownRoles, route, role, line] as const
})

it.each(limitedLines)('as %s by a role of the organisation: %s', async (name, route, role, line) => {
  const { config } = network.server.api.app.routes.find((one) => one.name === route.replace(' ', ' /api/v1/'))!
  await prepare()
  const letters = []
  for (const where of whose)
    letters.push(await letterOf(route, await requests(route, network.db, where), by_own_role[name]))
  const columnOf = (person: (typeof people)[number]) => line.split(/ +/)[people.indexOf(person)]!
  const base = columnOf(role.base as 'Administrator')
  const columns = { guest: columnOf('guest'), base, own: columnOf('Customer') }
  expect(letters.join('')).toBe(lettersOf(role, route, config, columns))
})

const otherwise = { officer: ofOfficer, auditor: ofAuditor, committee: ofCommittee }
const ofCpd = cpdRoles.flatMap((role) => Object.keys(cpdTable).map((route) => [role, route] as const))

it.each(ofCpd)('as CPD %s: %s', async (role, route) => {
  const columns = table[route]!.split(/ +/)
  const like = columns[people.indexOf(role === 'officer' ? 'Administrator' : 'Customer')]
  if (like === undefined) return
  await prepare()
  // What an auditor reads of people who are audited is in tests/cpd/roles.test.ts.
  await network.db.deleteFrom('cpd_audit').execute()
  const letters = []
  for (const where of whose)
    letters.push(await letterOf(route, await requests(route, network.db, where), by_cpd_role[role]))
  expect(letters.join('')).toBe(otherwise[role][route] ?? like)
})

const beside: unknown[] = ['people', 'own_people', 'settings', 'connections']

/** In billing as an administrator of the organisation, elsewhere as the Customer that they are. */
it.each(Object.entries(table))('%s as treasurer: %s', async (route, line) => {
  const { config } = network.server.api.app.routes.find(({ name }) => name === route.replace(' ', ' /api/v1/'))!
  const of_billing = config.place === 'billing'
  // Of the rest what is nearest is tried; that an office raises nothing else is a rule of its own (`limit.test.ts`).
  const [as_customer, as_administrator] = ['Customer', 'Administrator'].map((role) => {
    return line.split(/ +/)[people.indexOf(role as 'Customer')]!
  })
  if (!of_billing && !beside.includes(config.place ?? null)) return
  await prepare()
  const letters = []
  for (const where of whose) letters.push(await letterOf(route, await requests(route, network.db, where), treasurer))
  expect(letters.join('')).toBe(ofTreasurer[route] ?? (of_billing ? as_administrator : as_customer))
})

it.each(Object.entries(table))('%s by an API key of an administrator: %s', async (route, line) => {
  const { config } = network.server.api.app.routes.find(({ name }) => name === route.replace(' ', ' /api/v1/'))!
  // All others are refused alike, in tests/people/apikeys.test.ts.
  if (!config.key_scope) return
  await prepare()
  const letters = []
  for (const where of whose) letters.push(await letterOf(route, await requests(route, network.db, where), key))
  expect(letters.join('')).toBe(line.split(/ +/)[people.indexOf('Administrator')])
})

it.each(Object.entries(aboutOneself))('%s: %s', async (route, audience) => {
  const [method, path] = route.split(' ') as ['POST', string]
  const described = network.server.api.app.swagger().paths![`/api/v1/${path.replace(/:(\w+)/g, '{$1}')}`] as Record<
    string,
    { security?: [] }
  >
  expect(described[method.toLowerCase()]!.security).toEqual(audience === 'signed in' ? undefined : [])
  if (audience === 'public') return
  const payload = aboutMe[route] && { payload: aboutMe[route] }
  const query = askedAboutMe[route] && { query: askedAboutMe[route] }
  const { statusCode } = await network.server.api.app.inject({ method, url: `/api/v1/${path}`, ...payload, ...query })
  expect(statusCode).toBe(401)
})

/**
 * After a line that writes: it may have ended the membership, deleted the settings of the organisation, which say what it
 * has, or closed a cycle.
 */
async function prepare(): Promise<void> {
  if (!written) return
  written = false
  const open = { expired_at: null, opening: false, closing: false }
  await network.db.updateTable('devcycle').set(open).where('expired_at', 'is not', null).execute()
  for (const where of whose) {
    await things.membership!(network.db, where)
    await switchFeatures(network, where.organisation_id, ['tracking', 'files', 'cpd', 'billing'])
  }
}
let written = true

async function letterOf(route: string, tried: Tried, token: string | null, format?: Format): Promise<string> {
  const [method, path] = route.split(' ') as ['GET' | 'PUT' | 'POST' | 'DELETE', string]
  const { input, shows, path: actual = path } = tried
  if (method !== 'GET') written = true
  const response = await network.server.api.app.inject({
    method,
    url: `/api/v1/${actual}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(method === 'GET' ? { query: asText({ ...input, ...(format && { format }) }) } : { payload: input }),
  })
  const { statusCode } = response
  expect(statusCode, response.body).not.toBe(400)
  expect(statusCode, response.body).toBeLessThan(500)
  if (statusCode === 401) return 'S'
  if (statusCode === 403) return 'N'
  if (statusCode === 404) return 'x'
  const rows = () => rowsOf[format ?? 'json'](response.body)
  return shows && !shows(rows()) ? 'x' : 'Y'
}

const rowsOf = {
  json: (body: string) => JSON.parse(body).data,
  csv: (body: string) => parse(body, { header: true, dynamicTyping: true }).data,
  geojson: (body: string) => JSON.parse(body).features,
}
type Format = keyof typeof rowsOf

const asText = (input: object) => Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)]))

it('covers every resource', () => {
  const listed = Object.values(resources).map((resource) => `GET ${resource.plural}`)
  expect(Object.keys(table)).toEqual(expect.arrayContaining(listed))
})
