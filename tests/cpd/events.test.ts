import { beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { type College, day, makeCollege } from '../seeds/college.ts'
import { makePerson, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let college: College
let admin: Person
let category: number

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const times = { starts_at: at(-90), ends_at: at(-30) }
const open = { open_from: at(-100), open_until: at(60) }

beforeAll(async () => {
  network = await sharedNetwork()
  college = await makeCollege(network, 'college')
  admin = college.administrator
  category = (await admin.client.create('devcategory', { code: 'EA', name: 'Education' })).data.id
})

const makeEvent = async (more: object = {}) => {
  const credits = [{ devcategory_id: category, hours: 1 }]
  const body = { name: 'Grand round', hours: 1, credits, ...times, ...open, ...more }
  return (await admin.client.create('cpdevent', body as never)).data
}
const attend = ({ client }: Person, code: string | null, more: object = {}) =>
  client.call('POST', 'cpdevent/attend', { code: code!, ...more }).then(({ data }) => data)
const record = async (id: number, people: string[], { client }: Person = admin) =>
  (await client.call('POST', 'cpdevent/record', { id, people })).data
const attendances = async ({ client }: Person, cpd_event_id: number) =>
  (await client.list('cpdattendance', { cpd_event_id })).data

describe('the link of an event', () => {
  it('records who opens it while it is open, once, and is known to administrators', async () => {
    const { id, code } = await makeEvent()
    const { trainee } = college
    expect((await trainee.client.read('cpdevent', id)).data).toMatchObject({
      code: null,
      people: null,
      attended: false,
    })
    expect(await attend(trainee, code, { preview: true })).toMatchObject({ name: 'Grand round', devactivity_id: null })
    expect(await attendances(trainee, id)).toEqual([])
    const { devactivity_id } = await attend(trainee, code)
    expect(await attend(trainee, code)).toMatchObject({ attended: true, devactivity_id })
    const { data } = await trainee.client.read('devactivity', devactivity_id!)
    expect(data).toMatchObject({ target: 'Grand round', hours: 1, provider: 'college', state: 'recorded' })
    expect(data.credits).toMatchObject([{ devcategory_id: category, hours: 1 }])
    expect(data.attended).toMatchObject({ cpdevent_id: id, how: 'link', recorded_by: null })
    expect((await admin.client.read('cpdevent', id)).data).toMatchObject({ people: 1 })
  })

  it('records no administrator or officer, who decide about hours: another of them does', async () => {
    const { id, code } = await makeEvent()
    expect(await attend(admin, code, { preview: true })).toMatchObject({ attended: false })
    await expect(attend(admin, code)).rejects.toMatchObject({ status: 403 })
    expect(await attendances(admin, id)).toEqual([])
  })

  it('compares moments, in whatever time zone they are written', async () => {
    const until = new Date(Date.now() + 60_000).toISOString().replace('Z', '+00:00')
    const from = new Date(Date.now() + 12 * 3_600_000).toISOString().replace('Z', '+12:00')
    const { id } = await makeEvent({ starts_at: from, ends_at: until, ...open })
    expect(id).toBeGreaterThan(0)
  })

  it('is of no use before, afterwards, without a window, in another college, or to who acts as the person', async () => {
    const { trainee } = college
    const refused = async (event: object, person = trainee) =>
      expect(attend(person, (await makeEvent(event)).code)).rejects
    await (await refused({ open_from: at(5), open_until: at(60) })).toMatchObject({ status: 476, field: 'code' })
    await (await refused({ open_from: at(-60), open_until: at(-5) })).toMatchObject({ status: 476, field: 'code' })
    await (await refused({ open_from: null, open_until: null })).toMatchObject({ status: 476, field: 'code' })
    const other = await makeCollege(network, 'elsewhere')
    await (await refused({}, other.trainee)).toMatchObject({ status: 404 })
    const { code } = await makeEvent()
    const { data } = await network.admin.call('POST', 'user/impersonate', { id: trainee.id })
    const response = await fetch(`${network.url}/api/v1/cpdevent/attend`, {
      method: 'POST',
      headers: { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    })
    expect(response.status).toBe(403)
  })
})

describe('a list of who was there', () => {
  it('records many, by address or user name, and names those who are refused', async () => {
    const { id } = await makeEvent({ open_from: null, open_until: null })
    const { trainee, supervisor, staff } = college
    const people = [trainee.username, `${supervisor.username.toUpperCase()}`, 'nobody@example.com', admin.username]
    const answer = await record(id, people)
    expect(answer).toMatchObject({ recorded: 2, already: 0 })
    expect(answer.refused.map(({ person }: { person: string }) => person)).toEqual([
      'nobody@example.com',
      admin.username,
    ])
    expect(await record(id, [trainee.username])).toEqual({ recorded: 0, already: 1, refused: [] })
    await expect(record(id, [trainee.username], staff)).rejects.toMatchObject({ status: 403 })
    const officer = await makePerson(network, 'officer', college.id, 'User')
    await network.db
      .updateTable('membership')
      .set({ cpd_role: 'officer' })
      .where('user_id', '=', officer.id)
      .where('organisation_id', '=', college.id)
      .execute()
    expect(await record(id, [officer.username, staff.username], officer)).toMatchObject({ recorded: 1 })
    expect((await attendances(staff, id)).map(({ user_id }) => user_id)).toEqual([staff.id])
    const later = await makeEvent({ starts_at: at(60), ends_at: at(90) })
    await expect(record(later.id, [trainee.username])).rejects.toMatchObject({ status: 476 })
  })

  it('is refused by the person, whom no list records again', async () => {
    const { id, code } = await makeEvent()
    const { trainee, supervisor } = college
    await record(id, [trainee.username])
    const [attendance] = await attendances(trainee, id)
    const refuse = ({ client }: Person) => client.call('POST', 'cpdattendance/refuse', { id: attendance!.id })
    await expect(refuse(supervisor)).rejects.toMatchObject({ status: 404 })
    await expect(refuse(admin)).rejects.toMatchObject({ status: 403 })
    expect((await refuse(trainee)).data).toMatchObject({ state: 'refused', devactivity_id: null })
    const activity = attendance!.devactivity_id!
    await expect(trainee.client.read('devactivity', activity)).rejects.toMatchObject({ status: 404 })
    expect((await record(id, [trainee.username])).refused).toHaveLength(1)
    expect((await attend(trainee, code)).devactivity_id).toBeGreaterThan(activity)
  })

  it('is taken back by an administrator, with the activity', async () => {
    const { id } = await makeEvent()
    await record(id, [college.trainee.username])
    const [attendance] = await attendances(admin, id)
    await expect(college.trainee.client.remove('cpdattendance', attendance!.id)).rejects.toMatchObject({ status: 403 })
    await expect(admin.client.remove('cpdevent', id)).rejects.toMatchObject({ status: 476 })
    await admin.client.remove('cpdattendance', attendance!.id)
    expect(await attendances(admin, id)).toEqual([])
    await admin.client.remove('cpdevent', id)
  })
})

describe('an activity that the college has recorded', () => {
  it('gets reflections of its person, who changes nothing else and deletes it by refusing', async () => {
    const { id } = await makeEvent()
    const { client, username } = college.trainee
    await record(id, [username])
    const [attendance] = await attendances(college.trainee, id)
    const activity = attendance!.devactivity_id!
    const change = (body: object) => client.update('devactivity', { id: activity, ...body })
    for (const body of [{ hours: 5 }, { target: 'More' }, { completed_on: day(-3) }, { tags: ['ethics'] }]) {
      await expect(change(body)).rejects.toMatchObject({ status: 476, field: Object.keys(body)[0] })
    }
    await expect(change({ credits: [] })).rejects.toMatchObject({ status: 476, field: 'credits' })
    expect((await change({ learnings: 'Ask early', tags: [] })).data).toMatchObject({ learnings: 'Ask early' })
    await client.remove('devactivity', activity)
    expect(await attendances(college.trainee, id)).toMatchObject([{ state: 'refused', devactivity_id: null }])
  })
})

describe('the catalogue', () => {
  it('lists recurring events on each of their days, and is a calendar file', async () => {
    const { trainee } = college
    const first = { starts_at: at(24 * 60), ends_at: at(25 * 60), open_from: null, open_until: null }
    await makeEvent({ name: 'Journal club', ...first, repeats: 'weekly', repeat_until: day(24) })
    const { data } = await trainee.client.list('cpdevent', { search: 'Journal', coming: true })
    expect(data).toHaveLength(4)
    // Forms send what was left empty as null.
    await makeEvent({ name: 'Board', ...first, listed: false, repeats: null, repeat_until: null })
    expect((await trainee.client.list('cpdevent', { search: 'Board' })).data).toEqual([])
    const response = await fetch(`${network.url}/api/v1/cpdevents/calendar?organisation_id=${college.id}`, {
      headers: { authorization: `Bearer ${trainee.token}` },
    })
    expect(response.headers.get('content-type')).toContain('text/calendar')
    const file = await response.text()
    expect(file.match(/SUMMARY:Journal club/g)).toHaveLength(4)
    expect(file).toMatch(/DTSTART:\d{8}T\d{6}Z\r\nDTEND:\d{8}T\d{6}Z/)
    expect(file).not.toContain('Board')
  })

  it('refuses times in the wrong order, half a window, parts that do not add up, and endless repeats', async () => {
    const wrong: [object, string][] = [
      [{ ends_at: times.starts_at }, 'ends_at'],
      [{ ends_at: at(60 * 24 * 40) }, 'ends_at'],
      [{ open_until: null }, 'open_until'],
      [{ open_until: open.open_from }, 'open_until'],
      [{ credits: [{ devcategory_id: category, hours: 2 }] }, 'credits'],
      [{ repeats: 'weekly' }, 'repeat_until'],
      [{ repeat_until: day(9) }, 'repeats'],
      [{ repeats: 'weekly', repeat_until: day(1) }, 'repeat_until'],
      [{ repeats: 'weekly', repeat_until: day(3000) }, 'repeat_until'],
    ]
    for (const [body, field] of wrong) {
      await expect(makeEvent(body)).rejects.toMatchObject({ status: 400, field })
    }
    await expect(college.staff.client.create('cpdevent', { name: 'x', hours: 1, ...times })).rejects.toMatchObject({
      status: 403,
    })
  })
})
