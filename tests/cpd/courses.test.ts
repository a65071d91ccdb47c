import { beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { type College, makeCollege } from '../seeds/college.ts'
import { makePerson, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

const course = 'https://learn.example.com/course/12'
const DAY_MS = 86_400_000

let network: Network
let college: College
let key: string
let event: number
let email: string
beforeAll(async () => {
  network = await sharedNetwork()
  college = await makeCollege(network, 'courses')
  const times = { starts_at: at(-400 * DAY_MS), ends_at: at(300 * DAY_MS) }
  const body = { name: 'Consent, online', hours: 2, course_iri: course, ...times }
  event = (await college.administrator.client.create('cpdevent', body)).data.id
  key = await makeKey()
  email = await addressOf(college.trainee)
})

const at = (ms: number) => new Date(Date.now() + ms).toISOString()
const makeKey = async () =>
  (await college.administrator.client.call('POST', 'cpdevent/coursekey', {})).data.key as string
const addressOf = async ({ id }: Person) =>
  (await network.db.selectFrom('user_account').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email!
const statement = (more: object = {}) => ({
  actor: { mbox: `mailto:${email}` },
  verb: { id: 'http://adlnet.gov/expapi/verbs/completed' },
  object: { id: course },
  timestamp: at(-3 * DAY_MS),
  ...more,
})
const send = (body: unknown, { name = String(college.id), password = key, method = 'POST', query = '' } = {}) =>
  fetch(`${network.url}/xapi/statements${query}`, {
    method,
    headers: {
      authorization: `Basic ${btoa(`${name}:${password}`)}`,
      'content-type': 'application/json',
      'x-experience-api-version': '1.0.3',
    },
    body: JSON.stringify(body),
  })
const recordedOf = async ({ client }: Person) => (await client.list('cpdattendance', { cpd_event_id: event })).data

describe('a course site', () => {
  it('says who has completed a course: once, with its day and hours', async () => {
    const before = await college.trainee.client.list('cpdattendance', { cpd_event_id: event })
    expect(before.data).toEqual([])
    const others = statement({ actor: { mbox: 'mailto:nobody@example.com' } })
    const id = crypto.randomUUID()
    const response = await send([statement({ id }), others, statement({ object: { id: `${course}0` } })])
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual([id, expect.any(String), expect.any(String)])
    expect(response.headers.get('x-experience-api-version')).toBe('1.0.3')
    expect(response.headers.get('x-recorded')).toBe('1')
    expect(response.headers.get('x-not-recorded')).toBe('There is no such member. No event has this course.')
    const [attendance] = await recordedOf(college.trainee)
    expect(attendance).toMatchObject({ how: 'course', recorded_by: null, state: 'recorded' })
    const { data } = await college.trainee.client.read('devactivity', attendance!.devactivity_id!)
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' }).format(Date.now() - 3 * DAY_MS)
    expect(data).toMatchObject({ target: 'Consent, online', hours: 2, began_on: null, completed_on: day })
    expect(data.attended).toMatchObject({ how: 'course', recorded_by: null })

    const again = await send(statement({ timestamp: at(-DAY_MS) }), { method: 'PUT', query: `?statementId=${id}` })
    expect(again.status).toBe(204)
    expect((await recordedOf(college.trainee)).map(({ id }) => id)).toEqual([attendance!.id])
    await college.trainee.client.call('POST', 'cpdattendance/refuse', { id: attendance!.id })
    expect((await send(statement())).headers.get('x-not-recorded')).toMatch(/has refused/)
  })

  it('records nobody who makes its key, no other time, and no account of another site', async () => {
    const { administrator, supervisor } = college
    const reason = async (more: object) => (await send(statement(more))).headers.get('x-not-recorded')
    expect(await reason({ actor: { mbox: `mailto:${await addressOf(administrator)}` } })).toMatch(/^Administrators/)
    expect(await reason({ timestamp: at(DAY_MS) })).toMatch(/future/)
    expect(await reason({ timestamp: at(-401 * DAY_MS) })).toMatch(/not in the time/)
    const named = (homePage: string) => ({ actor: { account: { name: supervisor.username, homePage } } })
    expect(await reason(named('https://learn.example.com'))).toMatch(/another site/)
    expect((await send(statement(named('http://localhost:0/')))).headers.get('x-recorded')).toBe('1')
    expect(await recordedOf(supervisor)).toHaveLength(1)
  })

  it('is refused without its key, of another college, and after that ends; a wrong statement keeps all from it', async () => {
    const other = await makeCollege(network, 'no courses')
    expect((await send(statement(), { password: 'x' })).status).toBe(401)
    expect((await send(statement(), { name: String(other.id) })).status).toBe(401)
    expect((await send(statement(), { name: '1 or true' })).headers.get('www-authenticate')).toMatch(/^Basic/)
    const person = await makePerson(network, 'learner', college.id, 'User')
    const learner = statement({ actor: { mbox: `mailto:${await addressOf(person)}` } })
    const wrong = await send([learner, { ...learner, verb: {} }])
    expect(wrong.status).toBe(400)
    expect(await wrong.json()).toMatchObject({ field: '1.verb.id' })
    expect(await recordedOf(person)).toEqual([])
    const reading = await fetch(`${network.url}/xapi/statements`)
    expect([reading.status, reading.headers.get('allow')]).toEqual([405, 'POST, PUT'])

    const before = key
    key = await makeKey()
    expect((await send(learner, { password: before })).status).toBe(401)
    expect((await send(learner)).status).toBe(200)
    const { client } = college.administrator
    expect((await client.call('GET', 'cpdevent/coursekey', {})).data).toMatchObject({
      last_used_at: expect.any(String),
    })
    for (const one of [college.trainee, college.staff, other.administrator]) {
      const asked = one.client.call('POST', 'cpdevent/coursekey', { organisation_id: college.id })
      await expect(asked).rejects.toMatchObject({ status: expect.toSatisfy((status) => [403, 404].includes(status)) })
    }
    await client.call('DELETE', 'cpdevent/coursekey', {})
    expect((await send(learner)).status).toBe(401)
  })
})
