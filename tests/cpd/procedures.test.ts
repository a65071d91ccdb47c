import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { isNhi } from '#api/cpd/nhi.ts'
import { KeyRing } from '#db/keys/ring.ts'
import { rotateKeys } from '#db/keys/rotate.ts'
import type { Network } from '../network.ts'
import { type College, day, makeCollege, switchFeatures } from '../seeds/college.ts'
import type { Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let college: College
let trainee: Person
let supervisor: Person
const NHI = 'ZAC5361'
const refused = (status: number, field?: string) => ({ status, ...(field && { field }) })

beforeAll(async () => {
  network = await sharedNetwork()
  college = await makeCollege(network, 'college')
  trainee = college.trainee
  supervisor = college.supervisor
})

const create = (body = {}, who = trainee) => who.client.create('procedure', { date: day(-1), ...body } as never)

describe('case numbers', () => {
  it('of 50 parallel procedures are 1 to 50', async () => {
    const made = await Promise.all(Array.from({ length: 50 }, () => create()))
    const numbers = made.map(({ data }) => data.case_number).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, i) => i + 1))
    const read = async (path: string) => (await trainee.client.call('GET', path)).data.case_number
    expect([await read('procedure/next_case_number'), await read('procedure/max_case_number')]).toEqual([51, 50])
  })

  it('may be the person’s own; a duplicate is 472, and another person’s is not', async () => {
    expect((await create({ case_number: 100 })).data.case_number).toBe(100)
    await expect(create({ case_number: 100 })).rejects.toMatchObject(refused(472, 'case_number'))
    await create({ case_number: 100 }, college.customer)
    expect((await create()).data.case_number).toBe(101)
  })

  it('are one for a procedure that is sent five times', async () => {
    const client_key = crypto.randomUUID()
    const sent = await Promise.all(Array.from({ length: 5 }, () => create({ client_key })))
    expect(new Set(sent.map(({ data }) => data.id)).size).toBe(1)
  })
})

describe('a health number', () => {
  it('is checked, masked in answers and CSV, and in clear by an audited call only', async () => {
    await expect(create({ nhi: 'ZAC3561' })).rejects.toMatchObject(refused(400, 'nhi'))
    const { data } = await create({ nhi: NHI.toLowerCase() })
    expect(data.nhi).toBe('ZAC••••')
    expect(JSON.stringify(data)).not.toContain('5361')
    const read = (who: Person) => who.client.call('POST', 'procedure/nhi', { id: data.id })
    expect((await read(trainee)).data.nhi).toBe(NHI)
    await expect(read(college.administrator)).rejects.toMatchObject(refused(403))
    await expect(read(supervisor)).rejects.toMatchObject(refused(404))
    await expect(read(college.staff)).rejects.toMatchObject(refused(404))
    const { data: log } = await college.administrator.client.list('auditlog', { search: 'procedure.nhi' } as never)
    expect(log).toMatchObject([{ action: 'procedure.nhi', user_id: trainee.id, entity_id: data.id }])
    for (const format of ['csv', 'logbook']) {
      const response = await fetch(`${network.url}/api/v1/procedures?format=${format}`, {
        headers: { authorization: `Bearer ${trainee.token}` },
      })
      expect(await response.text()).not.toContain('ZAC5361')
    }
  })

  it('finds the cases of a patient, also after the keys were rotated', async () => {
    const find = async (who = trainee) => (await who.client.call('POST', 'procedures/nhi', { nhi: NHI })).data.length
    expect([await find(), await find(college.customer)]).toEqual([1, 0])
    await rotateKeys(network.db, new KeyRing({ data_dir: network.data_dir, legacy_secret: '' }))
    // Running processes take the new key within a second.
    await expect.poll(() => find()).toBe(1)
    await create({ nhi: NHI })
    expect(await find()).toBe(2)
  })

  it('is in clear neither in the database nor in its files', async () => {
    expect(isNhi(NHI)).toBe(true)
    const { rows } = await sql<{ text: string }>`select string_agg(p::text, ' ') as text from procedure p`.execute(
      network.db,
    )
    expect(rows[0]!.text).not.toContain(NHI)
    const { rows: log } = await sql<{ text: string }>`select string_agg(a::text, ' ') as text from audit_log a`.execute(
      network.db,
    )
    expect(log[0]!.text).not.toContain(NHI)
    const files = readdirSync(network.data_dir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    const holding = files.filter((one) => readFileSync(join(one.parentPath, one.name)).includes(NHI))
    expect(holding.map(({ name }) => name)).toEqual([])
  })
})

describe('a case', () => {
  it('is submitted, returned with a note, corrected and approved', async () => {
    const { data } = await create({
      supervisor_user_id: supervisor.id,
      role: 'surgeon',
      supervision: 'scrubbed',
      nhi: NHI,
    })
    const { id } = data
    await expect(supervisor.client.read('procedure', id)).rejects.toMatchObject(refused(404))
    const submit = () => trainee.client.call('POST', 'procedure/submit', { id })
    const approve = (who: Person, more = {}) => who.client.call('POST', 'procedure/approve', { id, ...more })
    await expect(approve(trainee)).rejects.toMatchObject(refused(403))
    await submit()
    expect((await supervisor.client.list('procedure', { waiting: true })).data.map((one) => one.id)).toEqual([id])
    await expect(approve(supervisor, { approved: false })).rejects.toMatchObject(refused(400, 'note'))
    expect((await approve(supervisor, { approved: false, note: 'Which region?' })).data.state).toBe('returned')
    expect((await trainee.client.update('procedure', { id, region: 'Ankle' })).data.state).toBe('draft')
    await submit()
    expect((await supervisor.client.call('POST', 'procedure/nhi', { id })).data.nhi).toBe(NHI)
    expect((await approve(supervisor)).data).toMatchObject({ state: 'approved', approved_by: supervisor.id })
    await expect(trainee.client.update('procedure', { id, region: 'Knee' })).rejects.toMatchObject(refused(476))
    await expect(trainee.client.remove('procedure', id)).rejects.toMatchObject(refused(476))
  })

  it('is refused in the future, and with oneself as the supervisor', async () => {
    await expect(create({ date: day(1) })).rejects.toMatchObject(refused(400, 'date'))
    await expect(create({ supervisor_user_id: trainee.id })).rejects.toMatchObject(refused(400, 'supervisor_user_id'))
  })

  it('is not approved by an impersonator', async () => {
    const { data } = await create()
    await trainee.client.call('POST', 'procedure/submit', { id: data.id })
    const { data: acting } = await network.admin.call('POST', 'user/impersonate', { id: supervisor.id })
    const response = await fetch(`${network.url}/api/v1/procedure/approve`, {
      method: 'POST',
      headers: { authorization: `Bearer ${acting.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: data.id }),
    })
    expect(response.status).toBe(403)
  })
})

describe('an organisation without CPD', () => {
  it('answers 501 that names the feature, and has no rows in refdata', async () => {
    const other = await makeCollege(network, 'fleet')
    await other.administrator.client.create('devcategory', { code: 'EA', name: 'Education' })
    const read = (headers = {}) =>
      fetch(`${network.url}/api/v1/cpd/refdata`, {
        headers: { authorization: `Bearer ${other.user.token}`, ...headers },
      })
    const first = await read()
    const etag = first.headers.get('etag')!
    expect((await first.json()).data.categories).toHaveLength(1)
    expect((await read({ 'if-none-match': etag })).status).toBe(304)
    await switchFeatures(network, other.id, ['tracking', 'files'])
    for (const path of ['cpd/refdata', 'devplans', 'devcycles/current', 'procedure/next_case_number']) {
      const refusal = refused(501)
      const call = other.user.client.call('GET', path)
      await expect(call).rejects.toMatchObject({ ...refusal, message: expect.stringContaining('cpd') })
    }
    const named = college.user.client.call('GET', 'devcategories', { organisation_id: other.id })
    expect((await named).data).toEqual([])
  })
})
