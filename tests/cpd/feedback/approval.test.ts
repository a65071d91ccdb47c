import { beforeAll, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { type College, day, makeCollege, relate } from '../../seeds/college.ts'
import { makePerson, type Person } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let college: College
let officer: Person
let educator: Person

beforeAll(async () => {
  network = await sharedNetwork()
  college = await makeCollege(network, 'lists')
  officer = await makePerson(network, 'lists-officer', college.id, 'User')
  await network.db
    .updateTable('membership')
    .set({ cpd_role: 'officer' })
    .where('user_id', '=', officer.id)
    .where('organisation_id', '=', college.id)
    .execute()
  educator = await makePerson(network, 'lists-educator', college.id, 'User')
  await relate(network, { organisation: college, trainee: college.trainee, other: educator, kind: 'educator' })
})

/** A round about the trainee, by a form whose lists of colleagues are approved by this role. */
async function roundBy(colleagues_approved_by: 'nobody' | 'supervisor' | 'officer', person = college.trainee) {
  const { client } = college.administrator
  const fields = [{ name: 'words', label: 'In your words', kind: 'longtext' }]
  const name = `Approved by ${colleagues_approved_by}`
  const template = { organisation_id: college.id, name, fields, filled_by: 'anonymous', colleagues_approved_by }
  const { data: made } = await client.create('devformtemplate', template as never)
  await client.update('devformtemplate', { id: made.id, state: 'published' } as never)
  const round = { devformtemplate_id: made.id, closes_on: day(14) }
  return (await person.client.create('devfeedback', round as never)).data
}
const invite = (id: number, emails: string[], { client } = college.trainee) =>
  client.act('POST devfeedback/invite', { id, colleagues: emails.map((email) => ({ email })) })
const approve = ({ client }: Person, id: number, more = {}) => client.act('POST devfeedback/approve', { id, ...more })
const refuse = ({ client }: Person, id: number, text = 'Two of them are your friends') =>
  client.act('POST devfeedback/refuse', { id, text })
const waitingFor = async ({ client }: Person, id: number) => {
  const { data } = await client.list('devfeedback', { organisation_id: college.id, waiting: true } as never)
  return data.some((row) => row.id === id)
}
const mailsTo = async (email: string) =>
  (await network.db.selectFrom('message').select('id').where('recipients', '=', email).execute()).length
const noticesOf = async (person: Person) =>
  (
    await network.db
      .selectFrom('message')
      .innerJoin('message_delivery as d', 'd.message_id', 'message.id')
      .select(['message.subject', 'message.text'])
      .where('d.user_id', '=', person.id)
      .where('d.channel', '=', 'app')
      .orderBy('message.id')
      .execute()
  ).map(({ subject, text }) => ({ subject, text }))

it('asks nobody before the supervisor has approved the list, and says so to both in their language', async () => {
  const { trainee, supervisor } = college
  await network.db.updateTable('user_account').set({ locale: 'de' }).where('id', '=', supervisor.id).execute()
  const { id } = await roundBy('supervisor')
  const emails = [`first-${id}@example.com`, `second-${id}@example.com`]
  expect((await invite(id, emails)).data).toMatchObject({ asked: 0, proposed: 2, may_approve: false })
  expect(await mailsTo(emails[0]!)).toBe(0)
  await expect(invite(id, [`third-${id}@example.com`])).rejects.toMatchObject({ status: 476 })
  await expect(trainee.client.act('POST devfeedback/remind', { id })).rejects.toMatchObject({ status: 476 })
  await expect(approve(trainee, id)).rejects.toMatchObject({ status: 403 })
  for (const other of [educator, college.user]) expect(await waitingFor(other, id)).toBe(false)
  await expect(approve(educator, id)).rejects.toMatchObject({ status: 404 })

  expect((await noticesOf(supervisor)).at(-1)).toMatchObject({
    subject: expect.stringMatching(/^Namensliste zur Freigabe/),
  })
  expect(await waitingFor(supervisor, id)).toBe(true)
  const { data: shown } = await supervisor.client.act('GET devfeedback/colleagues', { id })
  expect(shown).toEqual(emails.map((email) => ({ email, name: '', proposed: true })))
  const { proposed_at } = (await supervisor.client.read('devfeedback', id)).data
  await expect(approve(supervisor, id, { proposed_at: '2020-01-01T00:00:00Z' })).rejects.toMatchObject({ status: 474 })
  await approve(supervisor, id, { proposed_at })
  expect(await mailsTo(emails[1]!)).toBe(1)
  expect((await noticesOf(trainee)).at(-1)!.subject).toBe('Your colleagues are being asked: Approved by supervisor')
  expect((await trainee.client.read('devfeedback', id)).data).toMatchObject({
    asked: 2,
    proposed: 0,
    proposed_at: null,
  })
  // It is the person's again until it is closed.
  await expect(supervisor.client.read('devfeedback', id)).rejects.toMatchObject({ status: 404 })
  await expect(approve(officer, id)).rejects.toMatchObject({ status: 476 })
})

it('a list that is refused makes room for another; the reason is on the page and in no mail', async () => {
  const { trainee, supervisor } = college
  const { id } = await roundBy('supervisor')
  await invite(id, [`friend-${id}@example.com`])
  await expect(refuse(supervisor, id, '  ')).rejects.toMatchObject({ status: 400, field: 'text' })
  await refuse(supervisor, id)
  const { text } = (await noticesOf(trainee)).at(-1)!
  expect(text).toContain(`/app/feedbackround?id=${id}`)
  expect(text).not.toContain('friends')
  const refused_text = 'Two of them are your friends'
  expect((await trainee.client.read('devfeedback', id)).data).toMatchObject({ refused_text, proposed: 1, asked: 0 })
  expect((await invite(id, [`nurse-${id}@example.com`])).data).toMatchObject({ refused_text: null, proposed: 1 })
  await approve(supervisor, id)
  expect([await mailsTo(`friend-${id}@example.com`), await mailsTo(`nurse-${id}@example.com`)]).toEqual([0, 1])
})

it('an officer approves where the form says so, not their own list, and asks for others at once', async () => {
  const { id } = await roundBy('officer')
  await invite(id, [`one-${id}@example.com`])
  expect(await waitingFor(college.supervisor, id)).toBe(false)
  expect((await noticesOf(officer)).at(-1)!.subject).toMatch(/^Colleagues to approve/)
  expect((await invite(id, [`two-${id}@example.com`], officer)).data).toMatchObject({ asked: 1, proposed: 1 })
  const { token } = (await network.admin.call('POST', 'user/impersonate', { id: officer.id })).data
  const response = await fetch(`${network.url}/api/v1/devfeedback/approve`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
  })
  expect(response.status).toBe(403)
  await approve(officer, id)

  const own = await roundBy('officer', officer)
  await invite(own.id, [`one-${own.id}@example.com`], officer)
  await expect(approve(officer, own.id)).rejects.toMatchObject({ status: 403 })
  expect(await waitingFor(officer, own.id)).toBe(false)
  await approve(college.administrator, own.id)
  expect(await mailsTo(`one-${own.id}@example.com`)).toBe(1)
})
