import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { resources } from '#api/domains.ts'
import { rootFolder } from '#api/files/tree/tree.ts'
import type { Network } from '../../network.ts'
import { billingThings } from './billing.things.ts'
import { cpdThings } from './cpd.things.ts'
import { id, plainRow, unique } from './plain.ts'
import { trackingThings } from './tracking.things.ts'
import type { Whose } from './whose.ts'

type Db = Network['db']

/**
 * Creates a row of each resource in an organisation, with or without an owner: a plain one, unless it says here what more
 * it needs.
 *
 * @returns its id
 */
export const things: Record<string, (db: Db, whose: Whose) => Promise<number>> = {
  ...Object.fromEntries(
    Object.keys(resources).map((name) => [name, (db: Db, whose: Whose) => plainRow(db, name, whose)]),
  ),
  ...billingThings,
  ...cpdThings,
  ...trackingThings,
  apikey: (db, { organisation_id, owner, other }) =>
    id(
      db
        .insertInto('api_key')
        .values({
          organisation_id,
          user_id: owner ?? other,
          name: unique(),
          scopes: ['read'],
          key_sha256: hash('sha256', unique()),
          prefix: 'rf_',
        }),
    ),
  attachment: async (db, whose) => {
    const { organisation_id } = whose
    const file_id = await makeFile(db, whose)
    return id(
      db.insertInto('attachment').values({ organisation_id, file_id, tracker_id: await things.tracker!(db, whose) }),
    )
  },
  auditlog: (db, { organisation_id, owner }) =>
    id(db.insertInto('audit_log').values({ organisation_id, user_id: owner, action: 'test.made' })),
  basemap: (db) =>
    id(
      db
        .insertInto('basemap')
        .values({ name: unique(), kind: 'style', light_url: 'https://tiles.example.com/style.json' }),
    ),
  datalock: (db, { organisation_id }) =>
    id(
      db
        .insertInto('data_lock')
        .values({ organisation_id, locked_until: '1990-01-01T00:00:00Z', reason: null, created_by_user_id: null }),
    ),
  enquiry: (db, { organisation_id, owner }) =>
    id(
      db
        .insertInto('enquiry')
        .values({
          organisation_id: owner === null ? null : organisation_id,
          name: unique(),
          email: 'a@example.com',
          subject: 'Question',
          text: 'Where?',
        }),
    ),
  emaildomain: (db, { organisation_id }) =>
    id(
      db
        .insertInto('email_domain')
        .values({ organisation_id, domain: `${unique().toLowerCase()}.example.com`, token: 'x'.repeat(32) }),
    ),
  identity: async (db, whose) => {
    const identity_provider_id = await things.identityprovider!(db, whose)
    const user_id = whose.owner ?? whose.other
    return id(db.insertInto('identity').values({ identity_provider_id, user_id, subject: 'x', by_person: true }))
  },
  identityprovider: (db, { organisation_id, owner }) =>
    id(
      db
        .insertInto('identity_provider')
        .values({
          organisation_id: owner === null ? null : organisation_id,
          name: unique(),
          issuer: 'https://login.example.com',
          client_id: 'ringfence',
        }),
    ),
  oauthclient: (db) =>
    id(
      db
        .insertInto('oauth_client')
        .values({ client_id: unique(), name: unique(), redirect_uris: ['https://x.example.com/'], origin: 'entered' }),
    ),
  faq: (db, { organisation_id, owner }) =>
    id(
      db
        .insertInto('faq')
        .values({
          organisation_id: owner === null ? null : organisation_id,
          locale: 'en',
          question: unique(),
          position: ++made,
          published: true,
        }),
    ),
  file: async (db, { organisation_id, owner }) => {
    const parent_file_id = owner === null ? null : await rootFolder(db, organisation_id, owner)
    const name = unique()
    return id(
      db
        .insertInto('file')
        .values({ organisation_id, owner_user_id: owner, parent_file_id, is_folder: true, name, name_key: name }),
    )
  },
  invitation: (db, { organisation_id }) =>
    id(
      db
        .insertInto('invitation')
        .values({
          organisation_id,
          email: `${unique()}@example.com`,
          role_name: 'User',
          token_sha256: unique().padStart(64, '0'),
          expires_at: now,
        }),
    ),
  job: (db, { organisation_id, owner, other }) =>
    id(
      db
        .insertInto('job')
        .values({
          organisation_id,
          user_id: owner ?? other,
          kind: 'report',
          input: sql`'{}'::jsonb` as never,
          leased_until: sql<string>`now() + interval '1 hour'`,
        }),
    ),
  membership: (db, { organisation_id, owner, other }) =>
    id(
      db
        .insertInto('membership')
        .values({ organisation_id, user_id: owner ?? other, role_name: 'User' })
        .onConflict((on) => on.columns(['organisation_id', 'user_id']).doUpdateSet({ role_name: 'User' })),
    ),
  message: async (db, { organisation_id, owner, other }) => {
    const message_id = await id(
      db
        .insertInto('message')
        .values({
          organisation_id,
          kind: 'alert',
          sender_user_id: null,
          recipients: 'a@example.com',
          subject: unique(),
          text: 'Something',
        }),
    )
    await db
      .insertInto('message_delivery')
      .values({
        organisation_id,
        message_id,
        channel: 'email',
        address: 'a@example.com',
        user_id: owner ?? other,
        state: 'failed',
        reason: 'refused',
      })
      .execute()
    return message_id
  },
  messagetemplate: (db, { organisation_id, owner }) =>
    id(
      db
        .insertInto('message_template')
        .values({
          organisation_id: owner === null ? null : organisation_id,
          name: 'returned',
          channel: 'sms',
          locale: unique(),
          text: 'Back',
        }),
    ),
  notification: (db, { organisation_id, owner }) =>
    id(
      db
        .insertInto('notification')
        .values({ organisation_id: owner === null ? null : organisation_id, title: unique(), text: '', begins: now }),
    ),
  organisation: async (_db, { organisation_id }) => organisation_id,
  organisationconfig: (db, { organisation_id }) =>
    id(
      db
        .insertInto('organisation_config')
        .values({ organisation_id })
        .onConflict((on) => on.column('organisation_id').doUpdateSet({ organisation_id })),
    ),
  pagecontent: async (db, { organisation_id: of, owner }) => {
    const organisation_id = owner === null ? null : of
    const page_content_id = await id(
      db
        .insertInto('page_content')
        .values({
          organisation_id,
          key: unique(),
          locale: 'en',
          title: 'Changed',
          text: 'Changed since',
          state: 'published',
          version: 1,
          published_at: now,
        }),
    )
    await db
      .insertInto('page_content_version')
      .values({ organisation_id, page_content_id, version: 1, title: 'Rules', text: 'Published' })
      .execute()
    return page_content_id
  },
  pagecontentversion: async (db, whose) => {
    const page_content_id = await things.pagecontent!(db, whose)
    const version = db.selectFrom('page_content_version').select('id').where('page_content_id', '=', page_content_id)
    return (await version.executeTakeFirstOrThrow()).id
  },
  pushsubscription: (db, { owner, other }) =>
    id(
      db
        .insertInto('push_subscription')
        .values({
          user_id: owner ?? other,
          endpoint: `https://push.example.com/${unique()}`,
          p256dh: 'x'.repeat(20),
          auth: 'x'.repeat(20),
        }),
    ),
  recipient: (db, { organisation_id }) =>
    id(
      db
        .insertInto('recipient')
        .values({ organisation_id, channel: 'email', address: `${unique()}@example.com`, bounced_at: now }),
    ),
  role: (db, { organisation_id }) =>
    id(db.insertInto('role').values({ organisation_id, name: unique(), base: 'Staff', areas: { trackers: 'read' } })),
  session: (db, { owner, other }) =>
    id(
      db
        .insertInto('session')
        .values({
          user_id: owner ?? other,
          impersonator_user_id: null,
          ip: null,
          user_agent: null,
          revoked_at: null,
          expires_at: sql<string>`now() + interval '1 hour'`,
        }),
    ),
  signature: (db, { organisation_id, owner, other }) =>
    id(db.insertInto('signature').values({ organisation_id, user_id: owner ?? other, name: unique(), typed: 'Tama' })),
  deleteduser: async (db, whose) => {
    const user_id = await things.user!(db, whose)
    const by_another = { deleted_at: now, deleted_by_user_id: whose.other }
    await db.updateTable('user_account').set(by_another).where('id', '=', user_id).execute()
    return user_id
  },
  user: async (db, { organisation_id }) => {
    const username = unique()
    const email = `${username}@example.com`
    const user_id = await id(
      db.insertInto('user_account').values({ username, email, confirmed_at: now, email_proved_at: now }),
    )
    await db.insertInto('membership').values({ organisation_id, user_id, role_name: 'Customer' }).execute()
    return user_id
  },
  userconfig: (db, { organisation_id, owner, other }) =>
    id(
      db
        .insertInto('user_config')
        .values({ organisation_id, user_id: owner ?? other })
        .onConflict((on) => on.columns(['organisation_id', 'user_id']).doUpdateSet({ organisation_id })),
    ),
}

/** A file that waits for the virus scan: its bytes are nowhere. */
export async function makeFile(db: Db, { organisation_id, owner }: Whose): Promise<number> {
  const parent_file_id = owner === null ? null : await rootFolder(db, organisation_id, owner)
  const name = unique()
  const content_id = await id(
    db
      .insertInto('file_content')
      .values({
        organisation_id,
        sha256: name,
        size: 1,
        key_id: 'none',
        wrapped_key: '',
        backend: 'disk',
        backend_key: name,
      }),
  )
  return id(
    db
      .insertInto('file')
      .values({
        organisation_id,
        owner_user_id: owner,
        parent_file_id,
        name,
        name_key: name,
        content_id,
        size: 1,
        scan_state: 'waiting',
      }),
  )
}

const now = sql<string>`now()`
let made = 0
