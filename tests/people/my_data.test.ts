import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { parse } from 'papaparse'
import { beforeAll, describe, expect, it } from 'vitest'
import { resources } from '#api/domains.ts'
import { ownerColumn, withoutResource } from '#api/files/export/sections.ts'
import { purgeDeleted } from '#api/upkeep.ts'
import { tables } from '#db/tables/index.ts'
import { things } from '../api/access/things.ts'
import { readZip } from '../files/unzipped.ts'
import { upload } from '../files/uploads.ts'
import type { Network } from '../network.ts'
import { makeOrganisation, makePerson, type Organisation, PASSWORD } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'
import { guest } from './accounts.people.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
})

type Rows = Record<string, Record<string, unknown>[]>
const fetchAs = (token: string, path: string) =>
  fetch(`${network.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } })
const jsonOf = async (token: string, path: string) => (await (await fetchAs(token, path)).json()) as Rows

/** The lists of a zip by their names, each line as an object of texts, and its other entries. */
async function zipOf(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/zip')
  const entries = await readZip(Buffer.from(await response.arrayBuffer()))
  const lists = entries.filter(({ path }) => path.endsWith('.csv') && !path.includes('/'))
  return {
    lists: Object.fromEntries(lists.map(({ path, text }) => [path.replace('.csv', ''), rowsOfCsv(text)])),
    others: Object.fromEntries(entries.filter((entry) => !lists.includes(entry)).map(({ path, text }) => [path, text])),
  }
}

const rowsOfCsv = (text: string) => parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data

/** A value as CSV has it. */
function asCsv(value: unknown): string {
  if (value === null) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return /^[=+\-@\t\r＝＋－＠]/.test(text) && typeof value === 'string' ? `'${text}` : text
}

it('a person downloads all their own data, and no data of others', async () => {
  const { client, token } = await makePerson(network, 'owner', ours.id, 'User')
  const { data: mine } = await client.create('tracker', { number: 'the-owners' })
  await ours.user.client.create('tracker', { number: 'not-the-owners' })
  await client.call('POST', 'userconfig/save', { email_recipients: 'owner@example.com' })
  const response = await fetchAs(token, 'user/data')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="ringfence-data.json"')
  const data = (await response.json()) as Rows
  expect(data.users).toMatchObject([{ username: 'owner' }])
  expect(data.trackers).toMatchObject([{ id: mine.id }])
  expect(data.userconfigs).toMatchObject([{ email_recipients: 'owner@example.com' }])
  expect([data.memberships!.length, data.sessions!.length]).toEqual([1, 1])
  expect(JSON.stringify(data)).not.toMatch(/password_hash|token_sha256|not-the-owners/)
  const { data: acting } = await ours.administrator.client.call('POST', 'user/impersonate', { id: ours.user.id })
  for (const query of [{}, { format: 'csv' }]) {
    expect(await guest(network, acting.token).refused('user/data', query, 'GET')).toMatchObject({ status: 403 })
  }
  expect(await guest(network, acting.token).refused('export/address')).toMatchObject({ status: 403 })
})

it('the zip has a CSV with every row of the JSON, the files in their folders, and a README', async () => {
  const person = await makePerson(network, 'zipped', ours.id, 'User')
  for (let i = 0; i < 3; i++) await person.client.create('tracker', { number: `zip-${i}`, name: `=a,"${i}"\nb` })
  const root = (await person.client.call('GET', 'files/usage', { organisation_id: ours.id })).data.root_file_id
  const folder = await person.client.create('file', { parent_file_id: root, name: 'Letters' })
  await upload(network, person.token, 'Kia ora', { name: 'note.txt', fields: { parent_file_id: folder.data.id } })
  const json = await jsonOf(person.token, 'user/data')
  const { lists, others } = await zipOf(await fetchAs(person.token, 'user/data?format=csv'))
  expect(Object.keys(lists).sort()).toEqual(Object.keys(json).sort())
  for (const [name, rows] of Object.entries(json)) {
    // The exports themselves are jobs that change in the meantime, and the session was used again.
    if (name === 'jobs' || name === 'sessions') continue
    const expected = rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, of]) => [key, asCsv(of)])))
    expect(lists[name], name).toMatchObject(expected)
  }
  expect(lists.trackers).toHaveLength(3)
  expect(others['files/ours/zipped/Letters/note.txt']).toBe('Kia ora')
  expect(others['README.txt']).toMatch(/trackers\.csv[\s\S]*files\/ has 1 files/)
  const { data } = await person.client.list('job', { kind: 'export' })
  expect(data.map(({ state, done_entries }) => [state, done_entries > 0])).toEqual([
    ['done', true],
    ['done', true],
  ])
  const without = await zipOf(await fetchAs(person.token, 'user/data?format=csv&files=false'))
  expect(Object.keys(without.others)).toEqual(['README.txt'])
})

it('while an export runs, a second one is answered with its job; one whose process was killed ends', async () => {
  const { id: user_id, token, client } = await makePerson(network, 'twice', ours.id, 'User')
  const job = await network.db
    .insertInto('job')
    .values({
      organisation_id: ours.id,
      user_id,
      kind: 'export',
      state: 'running',
      attempts: 1,
      input: sql`'{"name": "ringfence-data.zip"}'::jsonb` as never,
      leased_until: sql<string>`now() + interval '1 hour'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const path of ['user/data', 'user/data?format=csv']) {
    const response = await fetchAs(token, path)
    expect([response.status, (await response.json()).data]).toMatchObject([202, { id: job.id, state: 'running' }])
  }
  expect(await client.call('POST', 'export/address', {})).toMatchObject({ status: 202, data: { id: job.id } })
  await network.db
    .updateTable('job')
    .set({ leased_until: sql<string>`now() - interval '1 second'` })
    .where('id', '=', job.id)
    .execute()
  await network.server.api.workers.drain()
  expect((await client.read('job', job.id)).data).toMatchObject({ state: 'failed', error_code: 'not_possible' })
  const { data } = await client.call('POST', 'export/address', {})
  const { lists } = await zipOf(await fetch(`${network.url}${data.url}`))
  expect(lists.users).toMatchObject([{ username: 'twice' }])
  const forged = data.url.replace('/export/0/', `/export/${ours.id}/`)
  expect((await fetch(`${network.url}${forged}`)).status).toBe(469)
})

it.each(['its client disconnects', 'it is cancelled'])(
  'an export ends when %s, and the next one can begin',
  async (how) => {
    const person = await makePerson(network, how.replaceAll(' ', '-'), ours.id, 'User')
    // More than sockets buffer, so that it waits for its reader.
    await upload(network, person.token, randomBytes(24 * 2 ** 20), { name: 'large.bin' })
    const reading = new AbortController()
    const response = await fetch(`${network.url}/api/v1/user/data?format=csv`, {
      headers: { authorization: `Bearer ${person.token}` },
      signal: reading.signal,
    })
    const job = (await person.client.list('job', { state: 'running' })).data[0]!
    expect((await fetchAs(person.token, 'user/data?format=csv')).status).toBe(202)
    if (how === 'it is cancelled') {
      await person.client.remove('job' as never, job.id)
      await expect(response.arrayBuffer()).rejects.toThrow()
    } else reading.abort()
    await expect.poll(async () => (await person.client.read('job', job.id)).data.state).toBe('cancelled')
    const { others } = await zipOf(await fetchAs(person.token, 'user/data?format=csv'))
    expect(Object.keys(others).find((path) => path.endsWith('/large.bin'))).toBeDefined()
  },
)

it('an organisation is exported by its administrators alone, without rows of others', async () => {
  await ours.user.client.create('tracker', { number: 'in-the-organisation' })
  await theirs.user.client.create('tracker', { number: 'of-the-neighbours' })
  const path = `organisation/data?organisation_id=${ours.id}`
  const json = await jsonOf(ours.administrator.token, path)
  expect(json.organisations).toMatchObject([{ id: ours.id }])
  expect(json.trackers!.map(({ number }) => number)).toContain('in-the-organisation')
  expect(json.users!.map(({ username }) => username)).toContain('ours-customer')
  expect(JSON.stringify(json)).not.toMatch(/of-the-neighbours|theirs-/)
  const { lists, others } = await zipOf(await fetchAs(ours.administrator.token, `${path}&format=csv`))
  expect(lists.trackers).toHaveLength(json.trackers!.length)
  expect(others['README.txt']).toContain('The data of ours')
  for (const { token } of [ours.staff, ours.user, ours.customer]) expect((await fetchAs(token, path)).status).toBe(403)
  expect((await fetchAs(theirs.administrator.token, path)).status).toBe(404)
  const { data: acting } = await network.admin.call('POST', 'user/impersonate', { id: ours.administrator.id })
  expect((await fetchAs(acting.token, path)).status).toBe(403)
  const { data: log } = await ours.administrator.client.list('auditlog', { action: 'organisation.data' } as object)
  expect(log[0]).toMatchObject({ organisation_id: ours.id, user_id: ours.administrator.id })
})

describe('every column that refers to a person', () => {
  it('is in the export of their data, or is left out for a reason', async () => {
    const exported = Object.values(resources).flatMap(({ table, row }) => {
      const column = ownerColumn({ table, row })
      return column && table !== 'user_account' ? [`${table}.${column}`] : []
    })
    exported.push(...withoutResource.map(({ name }) => `${name}.user_id`))
    const columns = (await personColumns()).map(({ name }) => name)
    expect(columns.filter((name) => !exported.includes(name) && !(name in notExported))).toEqual([])
    // No reason for what is exported, or is not there.
    expect(Object.keys(notExported).filter((name) => exported.includes(name) || !columns.includes(name))).toEqual([])
  })

  it('is emptied when the account is purged, or is kept for a reason', async () => {
    const person = await makePerson(network, 'leaving', ours.id, 'User')
    const whose = { organisation_id: ours.id, owner: person.id, other: person.id }
    for (const make of Object.values(things)) await make(network.db, whose)
    await person.client.call('DELETE', 'user/account', { password: PASSWORD })
    await sql`update user_account set deleted_at = now() - interval '40 days' where id = ${person.id}`.execute(
      network.db,
    )
    // An account whose row something else has locked is left to the next purge.
    await expect
      .poll(async () => {
        await purgeDeleted(network.server.api.context)
        return network.db.selectFrom('user_account').select('id').where('id', '=', person.id).execute()
      })
      .toEqual([])
    const left: string[] = []
    for (const { name, table, column } of await personColumns()) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}
        where ${sql.ref(column)} = ${person.id}`.execute(network.db)
      if (rows[0]!.n > 0) left.push(name)
    }
    expect(left).toEqual(keptAfterDeletion)
  })

  it('lets the account be deleted', async () => {
    const restricting = (await personColumns()).filter(({ on_delete }) => on_delete === 'a' || on_delete === 'r')
    expect(restricting).toEqual([])
  })
})

/** Says who did something, after the account is gone: a number without a name. */
const keptAfterDeletion = ['audit_log.user_id']

/** By table and column, the reason why a person's export does not follow it. */
const notExported: Record<string, string> = {
  'fire_drill_answer.user_id': 'an act on a row that belongs to the organisation',
  'quote.author_user_id': 'an act on a row that belongs to the organisation',
  'recurring_invoice.author_user_id': 'an act on a row that belongs to the organisation',
  'reminder_plan.author_user_id': 'an act on a row that belongs to the organisation',
  'remote_loan.answered_by_user_id': 'an act on a row that belongs to the organisation',
  'tracker_loan.created_by_user_id': 'an act on a row that belongs to the organisation',
  'tracker_loan.answered_by_user_id': 'an act on a row that belongs to the organisation',
  'fire_drill.started_by_user_id': 'an act on a row that belongs to the organisation',
  'fire_drill.ended_by_user_id': 'an act on a row that belongs to the organisation',
  'alert.acknowledged_by_user_id': 'an act on a row that belongs to the tracker',
  'alert_job.user_id': 'work that waits for seconds',
  'audit_log.impersonator_user_id': 'an act of an administrator',
  'boundary_part.owner_user_id': 'a copy of the boundary',
  'cpd_assessment.assessor_user_id': 'an act on a row of the person who was assessed',
  'cpd_attendance.recorded_by': 'an act on a row of the person who was there',
  'cpd_audit.decided_by': 'an act on a row of the person whose audit it is',
  'cpd_audit_draw.created_by': 'an act of an administrator',
  'cpd_certificate.issued_by': 'an act on a row of the person whose certificate it is',
  'cpd_event.created_by': 'an act of an administrator',
  'cpd_rotation.created_by': 'an act on a row of the person whose rotation it is',
  'cpd_reminder.user_id': 'that a message was sent, which is in the messages',
  'cpd_result.user_id': 'sums of the records, which are in the export',
  'cpd_report.created_by': 'an act on a row of the person whose plan it is',
  'cpd_snapshot.signed_by_user_id': 'an act on a row of the person whose plan it is',
  'devactivity.verified_by': 'an act on a row of the person whose activity it is',
  'devform.agreed_by_user_id': 'an act on a row of the person whom the form is about',
  'devform.filled_by_user_id': 'an act on a row of the person whom the form is about',
  'devplan.agreed_by_user_id': 'an act on a row of the person whose plan it is',
  'devplan.supervisor_user_id': 'is in the relationships of the supervisor',
  'devqualification.confirmed_by_user_id': 'an act on a row of the person who holds it',
  'devfeedback.created_by': 'an act on a row of the person whom the feedback is about',
  'devwaiver.decided_by': 'an act on a row of the person whose waiver it is',
  'enquiry.answered_by_user_id': 'an act on a row of the enquirer',
  'file.deleted_by_user_id': 'an act on a row of the owner',
  'file.shared_by_user_id': 'an act on a row of the owner',
  'file.uploaded_by_user_id': 'an act on a row of the owner',
  'file_reservation.owner_user_id': 'space that an upload takes while it runs',
  'held_alert.user_id': 'an alert that waits for its message',
  'idempotency_key.user_id': 'answers of the last day, to repeat them',
  'invoice.created_by_user_id': 'an act on a row of the person whose invoice it is',
  'message_delivery.user_id': 'is in the messages',
  'newsletter.last_user_id': 'how far it has been written',
  'address_change.user_id': 'in their row, as waiting_email',
  'address_change.requested_by_user_id': 'of the account of another',
  'one_time_token.user_id': 'a secret',
  'page_content_version.published_by_user_id': 'an act of an administrator',
  'phone_code.user_id': 'a secret',
  'procedure.approved_by': 'an act on a row of the person whose procedure it is',
  'procedure.supervisor_user_id': 'an act on a row of the person whose procedure it is',
  'tracker_view.user_id': 'is for the person whose tracker it was',
  'provider_authorisation.user_id': 'a secret of the minutes in which a provider is connected',
  'provider_connection.connected_by': 'an act of an administrator',
  'provider_sign_in.link_user_id': 'a sign-in under way, for a quarter of an hour',
  'provider_sign_in.user_id': 'a sign-in under way, for a quarter of an hour',
  'session.impersonator_user_id': 'an act of an administrator',
  'sign_in_origin.user_id': 'a hash, to recognise a browser',
  'subscription_member.invited_by_user_id': 'an act on a row of the person who was invited',
  'transaction.created_by': 'an act on a row of the person whose transaction it is',
  'userrelationship.other_user_id': 'the other side of a row that its person has',
  'userrelationship.requested_by_user_id': 'is one of the two sides',
  'user_account.created_by_user_id': 'an act of an administrator',
  'user_account.deleted_by_user_id': 'an act of an administrator',
  'user_account.modified_by_user_id': 'an act of an administrator',
  'tracker_guard.armed_by_user_id': 'an act on a row that belongs to the tracker',
}

/** Columns with a foreign key to an account, or named as if they had one. */
async function personColumns() {
  const { rows } = await sql<{ table: string; column: string; on_delete: string | null }>`
    select c.relname as table, a.attname as column, f.confdeltype as on_delete
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' and f.conkey = array[a.attnum]
      and f.confrelid = 'user_account'::regclass
    where c.relname in (${sql.join(tables.map(({ name }) => name))}) and c.relkind in ('r', 'p')
      and c.relnamespace = current_schema()::regnamespace
      and (f.oid is not null or a.attname ~ 'user_id$')
    order by 1, 2`.execute(network.db)
  return rows.map((row) => ({ ...row, name: `${row.table}.${row.column}` }))
}
