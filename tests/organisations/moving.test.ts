import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { extract } from 'tar-stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { idRange } from '#db/ids/installation.ts'
import { MoveError } from '#db/moving/format.ts'
import { holdOrganisation, markMoved, releaseOrganisation } from '#db/moving/hold.ts'
import { accountTables, movedTables, ownerOf } from '#db/moving/plan.ts'
import { readReceipt } from '#db/moving/receipt.ts'
import { removeMoved } from '#db/moving/remove.ts'
import { tables } from '#db/tables/index.ts'
import { addEvents, archiveOf, atOnce, eventsOf } from '../db/history/days.ts'
import { bytesOf, download, upload } from '../files/uploads.ts'
import { box, type Network, signIn, startNetwork, startTracker } from '../network.ts'
import { invoiced, makeShop, type Shop } from '../seeds/billing.ts'
import { makeDevelopment, recordAll } from '../seeds/development.ts'
import { makeOrganisation, makePerson, PASSWORD } from '../seeds/people.ts'
import { makeLimited, makeRole } from '../seeds/roles.ts'
import { exported, imported, type Rows, rewritten, rowsIn } from './moves.ts'

let here: Network
let there: Network
let ours: Shop
let file: Buffer
let before: Awaited<ReturnType<typeof rowsIn>>
let file_id: number
const bytes = randomBytes(200_000)
/** A role of the organisation, which one of its people has. */
const role = { name: 'Workshop', base: 'Staff', areas: { trackers: 'write', maintenance: 'read' } } as const
beforeAll(async () => {
  here = await startNetwork({ HISTORY_CLOSE_DAYS: '0' })
  there = await startNetwork({ INSTALLATION_NUMBER: '5', HISTORY_CLOSE_DAYS: '0' })
  ours = await makeShop(here, 'ours')
  await makeLimited(here, 'ours-mechanic', ours.id, role)
  const ute = await startTracker(here, 'ute', { organisation_id: ours.id })
  await here.admin.create('boundary', { organisation_id: ours.id, name: 'Depot', geometry: box(178, -40, 182, -35) })
  for (const ts of ['2026-01-31T23:59:59.123456Z', '2026-11-20T00:00:00Z', '1999-01-01T00:00:00Z'])
    await ute.report({ lat: -36.85, lon: 174.75, ts, speed: 12.3456789, attributes: { note: 'tab\t, ünï' } })
  await ute.stop()
  await addEvents(here.db, { organisation_id: ours.id, tracker_ids: [ute.id] }, '2026-03-01', 40)
  await archiveOf(here.db, here.server.history).run(new Date(), { policy: atOnce })
  const development = await makeDevelopment(ours.administrator.client, ours.id)
  await recordAll(ours.user.client, ours.id, development)
  await invoiced(ours, '100.00')
  const draft = { organisation_id: ours.id, state: 'draft', subject: 'Hui', text: '' } as const
  await ours.administrator.client.create('message', { ...draft, recipient_user_ids: [ours.user.id] })
  file_id = (await upload(here, ours.user.token, bytes, { name: 'a.bin' })).data.id
  await holdOrganisation(here.db, ours.id)
  before = await rowsIn(here, ours.id)
  file = await exported(here, ours.id)
})
afterAll(async () => {
  await here?.stop()
  await there?.stop()
})

it('moves every table, or says why one stays', async () => {
  const moved = await movedTables(here.db)
  const stay = tables.filter(({ stays }) => stays)
  expect([...moved, ...accountTables, ...stay].map(({ name }) => name).sort()).toEqual(
    tables.map(({ name }) => name).sort(),
  )
  expect(stay.filter(({ moves }) => moves).map(({ name }) => name)).toEqual([])
  const nobodys = moved.filter((table) => !table.moves?.rows && !ownerOf(table))
  expect(nobodys.map(({ name }) => name)).toEqual([])
})

it('gives each installation ids of its own', async () => {
  const { from, to } = idRange(5)
  const { id } = await makeOrganisation(there, 'theirs')
  expect(id).toBeGreaterThanOrEqual(from)
  expect(id).toBeLessThan(to)
  expect(ours.id).toBeLessThan(idRange(1).from)
})

/** Changes of a hostile writer, each with what it is refused for. */
const hostile: [string, (rows: Rows, theirs: { id: number; tracker_id: number; role_id: number }) => void, RegExp][] = [
  [
    'rows of another organisation',
    (rows, { id }) => (rows.boundary![0]!.organisation_id = String(id)),
    /another organisation/,
  ],
  [
    'a tracker of another',
    (rows, { tracker_id }) => (rows.tracker_event![0]!.tracker_id = String(tracker_id)),
    /refer to others/,
  ],
  ['a file of another', (rows) => (rows.file!.find((f) => f.content_id)!.content_id = '77'), /refer to others/],
  [
    'an id that is not given out yet',
    (rows) => (rows.location = [{ ...location, organisation_id: rows.organisation![0]!.id! }]),
    /yet to give out/,
  ],
  [
    'an id above 2^53',
    (rows) => (rows.message = [{ ...message, organisation_id: rows.organisation![0]!.id! }]),
    /ids that are none/,
  ],
  ['a role that there is not', (rows) => (rows.membership![0]!.role_name = 'Platform'), /refused here/],
  [
    'a role of another organisation',
    (rows, { role_id }) => (rows.membership!.find((one) => one.role_id)!.role_id = String(role_id)),
    /refer to others/,
  ],
  ['a role with another base than who has it', (rows) => (rows.role!.at(-1)!.base = 'Administrator'), /refused here/],
  [
    'a role of the installation',
    (rows) => (rows.role!.at(-1)!.organisation_id = null),
    /another organisation|refused here/,
  ],
  ['a table that stays', (rows) => (rows.website = [{}]), /do not move/],
]
const location = {
  id: String(idRange(5).from + 1e9),
  name: 'x',
  position: '0101000020E610000000000000000000000000000000000000',
  created_at: '2026-01-01',
  modified_at: '2026-01-01',
}
const message = {
  id: '9007199254740993',
  kind: 'person',
  recipients: '',
  cc: '',
  bcc: '',
  subject: '',
  text: '',
  created_at: '2026-01-01',
  modified_at: '2026-01-01',
}

it.each(hostile)('refuses a file with %s, and leaves nothing of it', async (_name, change, reason) => {
  const theirs = await there.db
    .selectFrom('organisation')
    .select('id')
    .where('name', '=', 'theirs')
    .executeTakeFirstOrThrow()
  const number = `hostile-${Math.random().toString(36).slice(2)}`
  const { data: tracker } = await there.admin.create('tracker', { number, organisation_id: theirs.id })
  const role_id = await makeRole(there, theirs.id, { ...role, name: number })
  const bad = await rewritten(file, {
    rows: (rows) => void change(rows, { id: theirs.id, tracker_id: tracker.id, role_id }),
  })
  await expect(imported(there, bad)).rejects.toThrow(reason)
  expect(await there.db.selectFrom('organisation').select('id').where('id', '=', ours.id).execute()).toEqual([])
  const { rows } = await sql`select 1 from pg_class where relname like 'moving_%'`.execute(there.db)
  expect(rows).toEqual([])
})

it('refuses a file that is cut off, of another release, or has other contents', async () => {
  await expect(imported(there, file.subarray(0, -20_000))).rejects.toThrow('not complete')
  await expect(imported(there, Buffer.from('rubbish'))).rejects.toThrow(/no exported organisation|not complete/)
  const older = await rewritten(file, {
    entry: (name, bytes) =>
      name === 'manifest.json' ? Buffer.from(String(bytes).replace('20270120_ids_and_keys', '20270112_x')) : bytes,
  })
  await expect(imported(there, older)).rejects.toThrow('bring both to the same release')
  const damaged = await rewritten(file, {
    entry: (name, bytes) => (name.startsWith('files/') ? Buffer.from(bytes).fill(1, 100, 101) : bytes),
  })
  await expect(imported(there, damaged)).rejects.toThrow('damaged')
  const kinds = new Map<string, { name: string; size: number; byteOffset: number }>()
  for await (const entry of Readable.from([file]).pipe(extract()) as unknown as AsyncIterable<TarEntry>) {
    kinds.set(entry.header.name.split('/')[0]!, entry.header)
    entry.resume()
  }
  expect([...kinds.keys()]).toEqual(['manifest.json', 'database', 'files', 'history', 'end.json'])
  for (const { size, byteOffset } of kinds.values()) {
    const flipped = Buffer.from(file)
    flipped[byteOffset + size - 2]! ^= 0x01
    await expect(imported(there, flipped)).rejects.toThrow(MoveError)
  }
})
type TarEntry = Readable & { header: { name: string; size: number; byteOffset: number } }

it('names what is taken: tracker numbers, addresses, usernames and the name', async () => {
  const theirs = await there.db
    .selectFrom('organisation')
    .select('id')
    .where('name', '=', 'theirs')
    .executeTakeFirstOrThrow()
  const { data: taken } = await there.admin.create('tracker', { number: 'UTE', organisation_id: theirs.id })
  await expect(imported(there, file)).rejects.toThrow('This tracker number is taken here: ute')
  await there.admin.remove('tracker', taken.id)

  const person = await makePerson(there, 'ours-user', theirs.id, 'User')
  const proved = (at: string | null) =>
    there.db.updateTable('user_account').set({ email_proved_at: at }).where('id', '=', person.id).execute()
  await expect(imported(there, file, false)).rejects.toThrow('ours-user@example.com has an account here: --trust')
  await proved(null)
  await expect(imported(there, file)).rejects.toThrow('is not proved in both')
  await there.db.updateTable('user_account').set({ email: 'other@example.com' }).where('id', '=', person.id).execute()
  await expect(imported(there, file)).rejects.toThrow('The username ours-user is taken here')
  await there.db.deleteFrom('user_account').where('id', '=', person.id).execute()

  const { data: named } = await there.admin.create('organisation', { name: 'OURS' })
  await expect(imported(there, file)).rejects.toThrow('The name ours is taken')
  await there.admin.remove('organisation', named.id)
})

it('brings no rights over the installation, and no proofs of a file that is not trusted', async () => {
  const bad = await rewritten(file, {
    rows(rows) {
      for (const account of rows.user_account!) Object.assign(account, { platform_admin: 't', developer: 't' })
      rows.user_account![0]!.password_hash = '$argon2id$v=19$m=4194304,t=99,p=1$AAAA$AAAA'
      rows.organisation![0]!.trusted_at = '2026-01-01'
    },
  })
  await imported(there, bad, false)
  const accounts = await there.db
    .selectFrom('user_account as u')
    .innerJoin('membership as m', 'm.user_id', 'u.id')
    .select(['platform_admin', 'developer', 'email_proved_at', 'password_hash'])
    .where('m.organisation_id', '=', ours.id)
    .execute()
  expect(accounts).toHaveLength(5)
  for (const one of accounts)
    expect(one).toMatchObject({ platform_admin: false, developer: false, email_proved_at: null })
  expect(accounts.filter(({ password_hash }) => password_hash === null)).toHaveLength(1)
  const { trusted_at } = await there.db
    .selectFrom('organisation')
    .select('trusted_at')
    .where('id', '=', ours.id)
    .executeTakeFirstOrThrow()
  expect(trusted_at).toBe(null)
  await expect(removeMoved(there.db, ours.id, true)).rejects.toThrow('is served here: put it on hold first')
  await holdOrganisation(there.db, ours.id)
  await expect(removeMoved(there.db, ours.id)).rejects.toThrow('has not moved')
  await expect(removeMoved(here.db, ours.id, true)).rejects.toThrow('was not imported into this installation')
  await removeMoved(there.db, ours.id, true)
  await there.db.deleteFrom('user_account').where('username', 'like', 'ours-%').execute()
})

it('has every row, file and secret at the other installation, once', async () => {
  const { organisation, contents, accounts, receipt } = await imported(there, file)
  expect(await readReceipt(there.db, ours.id)).toBe(receipt)
  expect([organisation.name, contents, accounts]).toEqual(['ours', 1, 5])
  const after = await rowsIn(there, ours.id)
  after.audit_log = after.audit_log!.filter((row) => (row as { action: string }).action !== 'organisation.import')
  expect(Object.keys(before).filter((table) => before[table]!.length > 0).length).toBeGreaterThan(30)
  // Platform administrators do not move.
  for (const entry of [...before.audit_log!, ...after.audit_log]) delete (entry as { user_id?: string }).user_id
  // Built-in standards have ids of each installation.
  for (const cycle of [...before.devcycle!, ...after.devcycle!])
    delete (cycle as { cpd_standard_id?: string }).cpd_standard_id
  // The other installation finds for itself where trackers were.
  for (const day of [...before.event_archive!, ...after.event_archive!]) delete (day as { cells?: string }).cells
  // The chain of closed days says where it came from.
  const [moved] = after.history_link!.splice(before.history_link!.length)
  expect(moved).toMatchObject({ kind: 'moved' })
  expect(after).toEqual(before)
  const events = await eventsOf(here.db, ours.id, here.server.history)
  expect(before.event_archive!.length).toBeGreaterThan(0)
  expect(events.length).toBeGreaterThanOrEqual(40)
  expect(await eventsOf(there.db, ours.id, there.server.history)).toEqual(events)
  const unused = there.db.selectFrom('event_archive_unused as u').select('u.backend_key')
  expect(
    await unused.innerJoin('event_archive as a', 'a.backend_key', 'u.backend_key').select('a.day').execute(),
  ).toEqual([])
  await expect(imported(there, file)).rejects.toThrow(`The organisation ${ours.id} is here already (ours)`)

  const limited = await signIn(there.url, 'ours-mechanic', PASSWORD)
  const opened = async (list: string) =>
    (await fetch(`${there.url}/api/v1/${list}`, { headers: { authorization: `Bearer ${limited}` } })).status
  expect([await opened('trackers'), await opened('alerts'), await opened('files')]).toEqual([200, 403, 403])
  const { id: _, ...kept } = await there.db
    .selectFrom('membership as m')
    .innerJoin('role as r', 'r.id', 'm.role_id')
    .select(['r.id', 'r.name', 'r.base', 'r.areas'])
    .where('m.organisation_id', '=', ours.id)
    .executeTakeFirstOrThrow()
  expect(kept).toEqual(role)

  const token = await signIn(there.url, 'ours-user', PASSWORD)
  expect(bytes.equals(await bytesOf(await download(there, token, file_id)))).toBe(true)
  const asked = await fetch(`${there.url}/api/v1/procedures/nhi`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ organisation_id: ours.id, nhi: 'ZZZ0016' }),
  })
  expect([asked.status, (await asked.json()).data?.length]).toEqual([200, 1])
  await expect(
    sql`update transaction set amount = 1 where organisation_id = ${ours.id}`.execute(there.db),
  ).rejects.toThrow('never changed')
})

it('tells people where their organisation is, and serves it again when the hold is released', async () => {
  const ask = (body: object) =>
    fetch(`${here.url}/api/v1/user/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const held = await ask({ username: 'ours-user', password: PASSWORD })
  expect([held.status, (await held.json()).code]).toEqual([503, 'organisation_on_hold'])
  const receipt = await readReceipt(there.db, ours.id)
  await markMoved(here.db, ours.id, { to: 'https://au.example.com/app', receipt })
  const moved = await ask({ username: 'ours-user', password: PASSWORD })
  expect([moved.status, await moved.json()]).toMatchObject([
    421,
    { code: 'organisation_moved', moved_to: 'https://au.example.com' },
  ])
  expect((await ask({ username: 'ours-user', password: 'wrong' })).status).toBe(401)
  await expect(ours.user.client.list('tracker', {})).rejects.toMatchObject({ status: 421 })
  await expect(releaseOrganisation(here.db, ours.id)).rejects.toThrow('was imported at https://au.example.com')
  await releaseOrganisation(here.db, ours.id, true)
  expect((await ask({ username: 'ours-user', password: PASSWORD })).status).toBe(200)
})

it('gives an organisation up only for the receipt of a whole import of this hold', async () => {
  const { id } = await makeOrganisation(here, 'receipts')
  const to = 'https://au.example.com'
  const move = (receipt?: string) => markMoved(here.db, id, { to, receipt })
  const unheld = await exported(here, id)
  await expect(move('x')).rejects.toThrow('is not on hold')
  await holdOrganisation(here.db, id)
  await expect(move()).rejects.toThrow('was not exported while on hold')
  const [first, second] = [await exported(here, id), await exported(here, id)]
  await expect(move()).rejects.toThrow('Give --receipt')
  await expect(removeMoved(here.db, id)).rejects.toThrow('has not moved')

  const importOf = async (tar: Buffer) => {
    const { receipt } = await imported(there, tar)
    await holdOrganisation(there.db, id)
    await removeMoved(there.db, id, true)
    return receipt
  }
  // Receipts of other files: made before the hold, and one that lost a row on its way with its counts made to match.
  const fewer = await rewritten(first, { rows: (rows) => rows.membership!.pop() })
  for (const tar of [unheld, fewer])
    await expect(move(await importOf(tar))).rejects.toThrow('of no export of this organisation')
  const receipts = [await importOf(first), await importOf(second)]
  expect(new Set(receipts).size).toBe(2)

  await releaseOrganisation(here.db, id)
  await holdOrganisation(here.db, id)
  await expect(move(receipts[0])).rejects.toThrow('was not exported while on hold')
  const third = await exported(here, id)
  await expect(move(receipts[0])).rejects.toThrow('of no export of this organisation')
  const receipt = await importOf(third)
  // As people copy it.
  await move(` ${receipt.toUpperCase().replaceAll('-', ' ')}`)
  // The address is corrected without it.
  await markMoved(here.db, id, { to: 'https://nz.example.com' })
  await removeMoved(here.db, id)
})
