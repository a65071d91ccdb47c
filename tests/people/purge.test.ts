import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { constants, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { purgeDeleted } from '#api/upkeep.ts'
import { writeBackup } from '#db/backup/write.ts'
import { addEvents, archiveOf, atOnce, eventsOf } from '../db/history/days.ts'
import { type Network, startNetwork } from '../network.ts'
import { makeOrganisation, makePerson, type Organisation, PASSWORD, type Person } from '../seeds/people.ts'
import { MARKED, makeTraces, marks } from './traces.ts'

let network: Network
let ours: Organisation
beforeAll(async () => {
  network = await startNetwork({ HISTORY_CLOSE_DAYS: '0' })
  ours = await makeOrganisation(network, 'ours')
})
afterAll(() => network.stop())

async function makeMarked(username: string): Promise<Person> {
  const person = await makePerson(network, username, ours.id, 'User')
  const account = { ...marks, email: `${username}@marked.example`, current_login_ip: '203.0.113.77' }
  await network.db.updateTable('user_account').set(account).where('id', '=', person.id).execute()
  return person
}

/** A phone with positions in the table and on a closed day. */
async function makePhone(person: Person, name: string): Promise<number> {
  const { data } = await person.client.create('tracker', {
    number: `phone-${person.username}`,
    name,
    type: 'phone',
  } as never)
  const fleet = { organisation_id: ours.id, tracker_ids: [data.id] }
  await addEvents(network.db, fleet, '2027-03-01', 20)
  await archive()
  await addEvents(network.db, fleet, '2027-03-11', 20)
  return data.id
}

const archive = () =>
  archiveOf(network.db, network.server.history).run(new Date('2027-03-12T12:00:00Z'), { policy: atOnce })

const passMonth = (person: Person) =>
  sql`update user_account set deleted_at = now() - interval '40 days' where id = ${person.id}`.execute(network.db)

/** Tables with a row in which something matches, by the catalogue: whatever their columns are. */
async function tablesWith(pattern: RegExp): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(network.db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(network.db)
    if (rows.some(({ row }) => pattern.test(row))) found.push(name)
  }
  return found
}

describe('what is left of a person who is purged', () => {
  it('is nothing: in no table, no file, no export and no new backup', async () => {
    const { db, server } = network
    const person = await makeMarked('qz-leaver')
    const phone = await makePhone(person, 'Quillonia’s phone')
    const traces = await makeTraces(network, ours, person, phone)
    expect(await tablesWith(MARKED)).toEqual(expect.arrayContaining(traces.tables))

    const { data } = await person.client.call('GET', 'user/account/consequences')
    expect(data).toMatchObject({ phones: [{ id: phone, organisation: 'ours' }], organisations: [] })
    await person.client.call('DELETE', 'user/account', { password: PASSWORD })
    await passMonth(person)
    // Interrupted at some places, and continued.
    for (const table of ['message', 'boundary', 'user_account']) {
      await refuseDeletion(table)
      await expect(purgeDeleted(network.server.api.context)).rejects.toThrow('refused')
      await sql`drop function refuse_deletion() cascade`.execute(db)
    }
    const holds: number[] = []
    const stop = server.database.session?.onHold(({ rows }) => holds.push(rows))
    await purgeDeleted(network.server.api.context)
    stop?.()
    expect(Math.max(0, ...holds)).toBeLessThan(1100)
    await archive()

    expect(await tablesWith(MARKED)).toEqual([])
    const events = await eventsOf(db, ours.id, server.history)
    const of = (id: number) => events.filter((row) => row.split(',')[2] === String(id)).length
    expect([of(phone), of(traces.ute)]).toEqual([0, 5])
    expect(await rowsOf('tracker', [phone, traces.ute])).toMatchObject([{ id: traces.ute, name: '…’s ute' }])
    expect(await rowsOf('message', Object.values(traces.messages))).toMatchObject([
      { id: traces.messages.shared, recipients: 'staff@x.nz, …', text: 'For … too, not for joqz-leaver@marked.nz' },
      { id: traces.messages.written, subject: '…', text: '…', sender_user_id: null },
    ])
    const { rows: lists } = await sql`select email_recipients, phone_recipients from organisation_config
      where organisation_id = ${ours.id}`.execute(db)
    expect(lists).toEqual([{ email_recipients: 'desk@x.nz', phone_recipients: '+64211111111' }])

    const tar = await buffer(
      writeBackup(db, { contents: server.contents, history: server.history, secret: 'x' }) as unknown as Readable,
    )
    const backup = unpacked(tar)
    expect([MARKED.test(backup), backup.includes('desk@x.nz')]).toEqual([false, true])
    const exported = await fetch(`${network.url}/api/v1/organisation/data?organisation_id=${ours.id}`, {
      headers: { authorization: `Bearer ${ours.administrator.token}` },
    })
    expect([exported.status, MARKED.test(await exported.text())]).toEqual([200, false])
    // The folder of the embedded database has old versions of rows until they are written over.
    const files = readdirSync(network.data_dir, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name))
      .filter((path) => !path.startsWith(join(network.data_dir, 'database')))
    expect(files.filter((path) => MARKED.test(readFileSync(path, 'latin1')))).toEqual([])
  })

  it('is an invoice, with the name that was printed on it', async () => {
    const { db } = network
    const person = await makeMarked('qz-payer')
    const { rows } = await sql<{ id: number }>`insert into contact (organisation_id, user_id, name, email)
      values (${ours.id}, ${person.id}, 'Quillonia Zephyrton', 'qz-payer@marked.example') returning id`.execute(db)
    await sql`insert into invoice (organisation_id, user_id, type, number, document_number, contact_id, contact, issuer,
        state, amounts_are, currency, issued_on, due_on, net, tax, gross, authorised_at)
      values (${ours.id}, ${person.id}, 'invoice', 1, 'INV-1', ${rows[0]!.id}, '{"name": "Quillonia Zephyrton"}', '{}',
        'authorised', 'inclusive', 'NZD', '2027-01-01', '2027-02-01', 0, 0, 0, now())`.execute(db)
    await ours.administrator.client.call('DELETE', 'user', { id: person.id })
    await passMonth(person)
    await purgeDeleted(network.server.api.context)
    expect(await tablesWith(MARKED)).toEqual(['contact', 'invoice'])
  })

  it('is a phone without its name, where that was chosen', async () => {
    const { db, server } = network
    const person = await makePerson(network, 'keeper', ours.id, 'User')
    const phone = await makePhone(person, 'Shared phone')
    for (const [method, path, body] of [
      ['DELETE', 'user', { id: person.id, phones: 'lend' }],
      ['DELETE', 'users', { ids: [person.id], phones: 'lend' }],
    ] as const) {
      await expect(ours.administrator.client.call(method, path as never, body as never)).rejects.toMatchObject({
        status: 400,
        field: 'phones',
      })
    }
    await ours.administrator.client.call('DELETE', 'users', { ids: [person.id], phones: 'keep' })
    await passMonth(person)
    await purgeDeleted(network.server.api.context)
    await archive()
    const [kept] = await rowsOf('tracker', [phone])
    expect(kept).toMatchObject({ name: `phone-${phone}`, active: false, owner_user_id: null })
    expect(JSON.stringify(kept)).not.toMatch(/Shared/)
    expect(
      (await eventsOf(db, ours.id, server.history)).filter((row) => row.split(',')[2] === String(phone)),
    ).toHaveLength(40)
  })

  it('is what was sent to the same address after a person has registered with it again', async () => {
    const { db } = network
    const person = await makePerson(network, 'back-again', ours.id, 'User')
    await person.client.call('DELETE', 'user/account', { password: PASSWORD })
    const again = await makePerson(network, 'back-again', ours.id, 'User')
    const { rows } = await sql<{ id: number }>`insert into message (organisation_id, kind, recipients, subject, text)
      values (${ours.id}, 'person', 'back-again@example.com', 'New', 'Welcome back-again') returning id`.execute(db)
    await sql`insert into message_delivery (organisation_id, message_id, channel, user_id, address, role)
      values (${ours.id}, ${rows[0]!.id}, 'email', null, 'back-again@example.com', 'to')`.execute(db)
    await passMonth(person)
    await purgeDeleted(network.server.api.context)
    expect(await rowsOf('message', [rows[0]!.id])).toMatchObject([{ text: 'Welcome back-again' }])
    await again.client.call('GET', 'user/token')
  })
})

it('an account that is to be purged is not restored any more', async () => {
  const person = await makePerson(network, 'too-late', ours.id, 'User')
  await ours.administrator.client.call('DELETE', 'user', { id: person.id })
  const listed = async () => (await ours.administrator.client.list('deleteduser', { search: 'too-late' })).data.length
  expect(await listed()).toBe(1)
  await passMonth(person)
  expect(await listed()).toBe(0)
  await expect(ours.administrator.client.call('POST', 'user/restore', { id: person.id })).rejects.toMatchObject({
    status: 404,
  })
})

it('who deletes an account sees which organisations have no other administrator', async () => {
  const theirs = await makeOrganisation(network, 'theirs')
  const of = async (by: Person, id?: number) =>
    (await by.client.call('GET', 'user/account/consequences', id === undefined ? {} : { id })).data.organisations
  const alone = [{ id: theirs.id, name: 'theirs', members: 3 }]
  expect(await of(theirs.administrator)).toEqual(alone)
  expect(await of(theirs.user)).toEqual([])
  expect((await network.admin.call('GET', 'user/account/consequences', { id: theirs.administrator.id })).data).toEqual({
    phones: [],
    organisations: alone,
  })
  expect(await of(theirs.administrator, theirs.user.id)).toEqual([])
  await expect(of(theirs.user, theirs.administrator.id)).rejects.toMatchObject({ status: 404 })
  await expect(of(ours.administrator, theirs.user.id)).rejects.toMatchObject({ status: 404 })
  // Of another organisation, which they have left, an administrator learns nothing.
  const { rows } = await sql<{
    id: number
  }>`insert into tracker (organisation_id, owner_user_id, number, type, token_sha256)
    values (${ours.id}, ${theirs.user.id}, 'elsewhere', 'phone', repeat('0', 64)) returning id`.execute(network.db)
  const phones = async (by: Person | typeof network.admin, id?: number) =>
    ('client' in by ? by.client : by).call('GET', 'user/account/consequences', id === undefined ? {} : { id })
  expect((await phones(theirs.user)).data.phones).toMatchObject([{ id: rows[0]!.id, organisation: 'ours' }])
  expect((await phones(network.admin, theirs.user.id)).data.phones).toHaveLength(1)
  expect((await phones(theirs.administrator, theirs.user.id)).data.phones).toEqual([])
  // One who cannot sign in is no other administrator.
  const second = await makePerson(network, 'theirs-second', theirs.id, 'Administrator')
  expect(await of(theirs.administrator)).toEqual([])
  await network.db.updateTable('user_account').set({ active: false }).where('id', '=', second.id).execute()
  expect(await of(theirs.administrator)).toHaveLength(1)
})

async function refuseDeletion(table: string): Promise<void> {
  await sql`create function refuse_deletion() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$`.execute(network.db)
  await sql`create trigger refuse_deletion before delete or update on ${sql.table(table)}
    for each row execute function refuse_deletion()`.execute(network.db)
}

const rowsOf = (table: 'message' | 'tracker', ids: number[]) =>
  network.db.selectFrom(table).selectAll().where('id', 'in', ids).orderBy('id').execute()

/** Tables in a backup are compressed, each an entry of its own. */
function unpacked(tar: Buffer): string {
  const texts = [tar.toString('latin1')]
  const magic = Buffer.from([0x1f, 0x8b, 0x08])
  for (let at = tar.indexOf(magic); at >= 0; at = tar.indexOf(magic, at + 1)) {
    // The contents of an entry begin at a multiple of 512; the same bytes elsewhere are chance.
    if (at % 512 !== 0) continue
    texts.push(gunzipSync(tar.subarray(at), { finishFlush: constants.Z_SYNC_FLUSH }).toString('utf8'))
  }
  return texts.join('\n')
}
