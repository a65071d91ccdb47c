import { sql } from 'kysely'
import { resources } from '#api/domains.ts'
import { box, type Network } from '../../network.ts'
import { billingChanges, billingCreations, billingSpecials } from './billing.requests.ts'
import { cpdChanges, cpdCreations, cpdSpecials } from './cpd.requests.ts'
import { cpdThings } from './cpd.things.ts'
import { owned, plainBody, plainChange, plainRequest, unique } from './plain.ts'
import { makeFile, things } from './things.ts'
import { trackingSpecials } from './tracking.requests.ts'
import type { Special, Tried } from './tried.ts'
import type { Whose } from './whose.ts'

/** The request for a route and a row; a list is checked for that row. */
export async function requests(route: string, db: Network['db'], whose: Whose): Promise<Tried> {
  const special = specials[route]
  if (special) return special(whose, db)
  const [method, path] = route.split(' ') as [string, string]
  const listed = Object.values(resources).find((resource) => resource.plural === path)
  const name = listed?.name ?? path
  const input = !(name in changes) && !(name in creations) && plainRequest(route, whose, (of) => things[of]!(db, whose))
  if (input) return { input: await input }
  if (method === 'PUT') return { input: creations[name]?.(whose) ?? plainBody(name, whose) }
  const id = await things[name]!(db, whose)
  if (listed)
    return { input: { limit: 1000, sort: '-id' }, shows: (rows) => rows.some((row: { id: number }) => row.id === id) }
  return { input: method === 'POST' ? { id, ...(changes[name]?.() ?? plainChange(name)) } : { id } }
}

/** Bodies of new rows that need more than `plainBody` gives. */
const creations: Record<string, (whose: Whose) => object> = {
  ...billingCreations,
  ...cpdCreations,
  apikey: ({ organisation_id }) => ({ organisation_id, name: unique(), scopes: ['read'] }),
  basemap: () => ({ name: unique(), kind: 'style', light_url: 'https://tiles.example.com/style.json' }),
  boundary: (whose) => ({ ...owned(whose), name: unique(), geometry: box(0, 0, 1, 1) }),
  datalock: ({ organisation_id }) => ({ organisation_id, locked_until: '1990-01-01T00:00:00Z' }),
  driver: ({ organisation_id }) => ({ organisation_id, name: unique(), keys: [unique()] }),
  enquiry: () => ({ name: 'Tama', email: 'a@example.com', text: 'Where?' }),
  faq: ({ organisation_id, owner }) => ({
    organisation_id: owner === null ? null : organisation_id,
    question: unique(),
    answer: 'So',
  }),
  emaildomain: ({ organisation_id }) => ({ organisation_id, domain: `${unique().toLowerCase()}.example.com` }),
  identityprovider: ({ organisation_id, owner }) => ({
    organisation_id: owner === null ? null : organisation_id,
    name: unique(),
    issuer: 'https://login.example.com',
    client_id: 'ringfence',
  }),
  oauthclient: () => ({ client_id: unique(), name: unique(), redirect_uris: ['https://assistant.example.com/back'] }),
  invitation: ({ organisation_id }) => ({ organisation_id, email: `${unique()}@example.com`, role_name: 'User' }),
  role: ({ organisation_id }) => ({ organisation_id, name: unique(), base: 'Staff', areas: {} }),
  location: (whose) => ({ ...owned(whose), name: unique(), position: { type: 'Point', coordinates: [0, 0] } }),
  membership: ({ organisation_id, other }) => ({ organisation_id, user_id: other, role_name: 'User' }),
  messagetemplate: ({ organisation_id, owner }) => ({
    organisation_id: owner === null ? null : organisation_id,
    name: 'returned',
    channel: 'email',
    locale: `en-${unique().replace('thing-', '').padStart(8, 'x').slice(-8)}`,
    text: 'Back',
  }),
  reportschedule: ({ organisation_id }) => ({
    organisation_id,
    name: unique(),
    report: 'summary',
    rhythm: 'daily',
    at: '06:00',
    email_recipients: 'boss@example.com',
  }),
  signature: ({ organisation_id }) => ({ organisation_id, name: unique(), typed: 'Tama', is_default: false }),
  pagecontent: ({ organisation_id, owner }) => ({
    organisation_id: owner === null ? null : organisation_id,
    key: unique(),
    title: 'Rules',
  }),
  reportforward: ({ organisation_id }) => ({ organisation_id, name: unique(), host: 'gps.example.com', port: 20_332 }),
  notifychannel: ({ organisation_id }) => ({
    organisation_id,
    name: unique(),
    preset: 'ntfy',
    topic: 'fleet',
    types: ['alert.raised'],
  }),
  webhookendpoint: ({ organisation_id }) => ({
    organisation_id,
    name: unique(),
    url: 'https://example.com/hook',
    types: ['alert.raised'],
  }),
  pushsubscription: () => ({
    endpoint: `https://push.example.com/${unique()}`,
    p256dh: 'x'.repeat(20),
    auth: 'x'.repeat(20),
  }),
}

/** Bodies of changes where `plainChange` finds no text. */
const changes: Record<string, () => object> = {
  ...billingChanges,
  ...cpdChanges,
  drivershift: () => ({ ended_at: null }),
  enquiry: () => ({ state: 'closed' }),
  messagetemplate: () => ({ text: 'Back' }),
  trackerevent: () => ({ event: 'found' }),
  usertrackerconfig: () => ({ alert_sms: true }),
  // Where it goes is given as a whole.
  notifychannel: () => ({ name: unique() }),
  membership: () => ({ role_name: 'User' }),
  // Its name is what it is searched by.
  organisation: () => ({ contact: 'Someone' }),
  organisationconfig: () => ({ units: 'metric' }),
  trackergroupconfig: () => ({ alert_sms: true }),
  trackerguard: () => ({ on_ignition: false }),
  trackerprivacy: () => ({ schedule: null }),
  userconfig: () => ({ units: 'metric' }),
}

const nothing = async (): Promise<Tried> => ({ input: {} })

/** Routes other than the five verbs of a resource. */
const specials: Record<string, Special> = {
  ...billingSpecials,
  ...(cpdSpecials as Record<string, Special>),
  ...trackingSpecials,
  'GET tasks': async ({ organisation_id }) => ({ input: { organisation_id, from: '2020-01-01T00:00:00Z' } }),
  'GET admin/overview': async ({ organisation_id }) => ({ input: { organisation_id, from: '2020-01-01T00:00:00Z' } }),
  'GET organisation/data': async ({ organisation_id }) => ({ input: { organisation_id } }),
  'GET user/data': nothing,
  'PUT attachment': async (whose, db) => ({
    input: { file_id: await makeFile(db, { ...whose, owner: null }), tracker_id: await things.tracker!(db, whose) },
  }),
  'POST attachment/:attachment_id/download': async (whose, db) => ({
    input: {},
    path: `attachment/${await things.attachment!(db, whose)}/download`,
  }),
  'POST attachment/:attachment_id/view': async (whose, db) => ({
    input: {},
    path: `attachment/${await things.attachment!(db, whose)}/view`,
  }),
  'POST cpd/evidence/:entity/:entity_id/:file_id/view': async (whose, db) => {
    const entity_id = await cpdThings.devactivity!(db, whose)
    const file_id = await makeFile(db, whose)
    const { organisation_id } = whose
    const evidence = { file_id, organisation_id, entity: 'devactivity', entity_id, title: 'Audit' }
    await db.insertInto('file_evidence').values(evidence).execute()
    return { input: {}, path: `cpd/evidence/devactivity/${entity_id}/${file_id}/view` }
  },
  'PUT file': async (whose, db) => ({
    input: { parent_file_id: await things.file!(db, whose), organisation_id: whose.organisation_id, name: unique() },
  }),
  'GET folder': folder,
  'PUT folder': (whose, db) => specials['PUT file']!(whose, db),
  'POST folder': async (whose, db) => ({ input: { ...(await folder(whose, db)).input, name: unique() } }),
  'DELETE folder': folder,
  'GET folders': async (whose, db) => {
    const id = await things.file!(db, whose)
    const { organisation_id } = whose
    return { input: { organisation_id }, shows: (rows) => rows.some((row: { id: number }) => row.id === id) }
  },
  'POST file/:file_id/download': async (whose, db) => ({
    input: {},
    path: `file/${await things.file!(db, whose)}/download`,
  }),
  'POST file/:file_id/view': async (whose, db) => ({ input: {}, path: `file/${await things.file!(db, whose)}/view` }),
  'POST file/zip': async (whose, db) => ({ input: { ids: [await things.file!(db, whose)] } }),
  'POST file/encrypt': async (whose, db) => ({
    input: { ids: [await things.file!(db, whose)], passphrase: 'long enough for this' },
  }),
  'POST file/decrypt': async (whose, db) => ({
    input: { id: await things.file!(db, whose), passphrase: 'long enough for this' },
  }),
  'POST file/share': async (whose, db) => ({
    input: { id: await things.file!(db, whose), public_until: new Date(Date.now() + 3600_000).toISOString() },
  }),
  'POST enquiry/answer': async (whose, db) => ({ input: { id: await things.enquiry!(db, whose), answer: 'Here' } }),
  'POST message': async (whose, db) => ({ input: { ...(await draft(whose, db)).input, subject: unique() } }),
  'POST message/send': draft,
  'POST messagetemplate/preview': async () => ({ input: { name: 'returned' } }),
  'GET messagetemplates/builtin': nothing,
  'GET faqs/current': async (whose, db) => {
    const id = await things.faq!(db, whose)
    return {
      input: { ...readerOf(whose), limit: 1000 },
      shows: (rows) => rows.some((row: { id: number }) => row.id === id),
    }
  },
  'POST faqs/order': async (whose, db) => ({ input: { ids: [await things.faq!(db, whose)] } }),
  'GET pagecontents/current': async (whose, db) => {
    const id = await things.pagecontent!(db, whose)
    const { key } = await db.selectFrom('page_content').select('key').where('id', '=', id).executeTakeFirstOrThrow()
    return {
      input: readerOf(whose),
      shows: (rows) => rows.some((row: { key: string; text: string }) => row.key === key && row.text === 'Published'),
    }
  },
  'POST pagecontent/revert': async (whose, db) => ({ input: { id: await things.pagecontent!(db, whose), version: 1 } }),
  'POST recipient/check': async ({ organisation_id }) => ({
    input: { organisation_id, channel: 'email', addresses: ['a@example.com'] },
  }),
  'POST recipient/ask': async ({ organisation_id }, db) => {
    const address = `${unique()}@example.com`.toLowerCase()
    await db.insertInto('recipient').values({ organisation_id, channel: 'email', address }).execute()
    await db
      .insertInto('organisation_quota')
      .values({ organisation_id, name: 'confirmations_per_day', most: 10_000 })
      .onConflict((on) => on.doNothing())
      .execute()
    return { input: { organisation_id, channel: 'email', address } }
  },
  'GET notifications/current': async (whose, db) => {
    const id = await things.notification!(db, whose)
    return { input: {}, shows: (rows) => rows.some((row: { id: number }) => row.id === id) }
  },
  'PUT usertrackerconfig': trackerSettings,
  'POST usertrackerconfig/save': trackerSettings,
  'POST emaildomain/verify': async (whose, db) => ({
    input: { id: await things.emaildomain!(db, whose), without_record: true },
  }),
  'POST invitation/accept': async () => ({ input: { token: 'rubbish' } }),
  'GET organisation/member': async (whose, db) => {
    await things.membership!(db, whose)
    return { input: { organisation_id: whose.organisation_id, user_id: whose.owner ?? whose.other } }
  },
  'GET organisation/members': (whose, db) => members(whose, db, {}),
  'GET organisation/members/role': (whose, db) => members(whose, db, { role_name: 'User' }),
  'GET organisations/overview': async ({ organisation_id }) => ({
    input: {},
    shows: (rows) => rows.some((row: { organisation_id: number }) => row.organisation_id === organisation_id),
  }),
  'GET organisations/search': async ({ organisation_id }) => ({
    input: { search: 's' },
    shows: (rows) => rows.some((row: { id: number }) => row.id === organisation_id),
  }),
  'POST organisation/quotas': async ({ organisation_id }) => ({
    input: { organisation_id, quotas: { trackers: 1000 } },
  }),
  'PUT organisationconfig': async ({ organisation_id }) => ({ input: { organisation_id } }),
  'POST organisationconfig/test': async (whose, db) => {
    await things.organisationconfig!(db, whose)
    await sql`update organisation_config set email_recipients = 'a@example.com'
      where organisation_id = ${whose.organisation_id}`.execute(db)
    return { input: { organisation_id: whose.organisation_id } }
  },
  'DELETE users': async (whose, db) => ({
    input: { ids: [await things.user!(db, whose)] },
    shows: ([verdict]) => verdict.status === 262,
  }),
  'POST user/restore': async (whose, db) => ({ input: { id: await things.deleteduser!(db, whose) } }),
  'POST user/role': async (whose, db) => ({ input: { ...(await user(whose, db)).input, platform_admin: false } }),
  'PUT userconfig': userSettings,
  'POST userconfig/save': userSettings,
  'GET userpermissions': async ({ organisation_id }) => ({
    input: { organisation_id },
    shows: (rows) => rows.length > 0,
  }),
  'GET userpermission': async ({ organisation_id }) => ({ input: { organisation_id, resource: 'tracker' } }),
  'GET backup': nothing,
  'GET devinfo': nothing,
  'GET geoinfo': nothing,
  'GET map': nothing,
  'GET map/file': nothing,
  'GET options': nothing,
  'GET website': nothing,
  'POST website': nothing,
  'POST website/organisation': async ({ organisation_id }) => ({ input: { organisation_id, slogan: 'Ours' } }),
}

/** Its writer's alone. */
async function draft({ organisation_id, owner, other }: Whose, db: Network['db']): Promise<Tried> {
  const { id } = await db
    .insertInto('message')
    .values({
      organisation_id,
      kind: 'person',
      sender_user_id: owner ?? other,
      recipients: '',
      subject: 'x',
      text: 'y',
      draft: sql`'{}'::jsonb` as never,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { input: { id } }
}

async function members(whose: Whose, db: Network['db'], more: object): Promise<Tried> {
  const id = await things.membership!(db, whose)
  const { organisation_id } = whose
  return {
    input: { organisation_id, limit: 1000, ...more },
    shows: (rows) => rows.some((row: { id: number }) => row.id === id),
  }
}

async function user(whose: Whose, db: Network['db']): Promise<Tried> {
  return { input: { id: await things.user!(db, whose) } }
}

async function folder(whose: Whose, db: Network['db']): Promise<Tried> {
  return { input: { id: await things.file!(db, whose) } }
}

async function userSettings({ organisation_id, owner, other }: Whose): Promise<Tried> {
  return { input: { organisation_id, user_id: owner ?? other } }
}

async function trackerSettings(whose: Whose, db: Network['db']): Promise<Tried> {
  return { input: { tracker_id: await things.tracker!(db, whose), user_id: whose.owner ?? whose.other } }
}

/** Whose content is read: that of the organisation, or of the installation alone. */
const readerOf = ({ organisation_id, owner }: Whose) => (owner === null ? {} : { organisation_id })
