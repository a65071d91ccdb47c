import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { type College, day, makeCollege } from '../../seeds/college.ts'
import { makePerson, type Person } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let college: College
let stranger: Person
let template_id: number

const fields = [
  { name: 'care', label: 'Care for patients', kind: 'scale', min: 1, max: 5, required: true },
  { name: 'team', label: 'In the team', kind: 'choice', options: ['rarely', 'mostly', 'always'] },
  { name: 'words', label: 'In your words', kind: 'longtext' },
]
const answersOf = [
  { care: 5, team: 'always', words: 'Calm in theatre' },
  { care: 4, team: 'always', words: 'Always on time' },
  { care: 2, team: 'mostly' },
]

beforeAll(async () => {
  network = await sharedNetwork()
  college = await makeCollege(network, 'feedback')
  stranger = await makePerson(network, 'feedback-member', college.id, 'User')
  template_id = await templateOf('Colleagues', fields)
})

async function templateOf(name: string, fields: object[], filled_by = 'anonymous') {
  const { client } = college.administrator
  const { data } = await client.create('devformtemplate', {
    organisation_id: college.id,
    name,
    fields,
    filled_by,
  } as never)
  await client.update('devformtemplate', { id: data.id, state: 'published' } as never)
  return data.id
}

const trainee = () => college.trainee.client
const make = async (more: object = {}) =>
  (await trainee().create('devfeedback', { devformtemplate_id: template_id, closes_on: day(14), ...more } as never))
    .data
const invite = (id: number, emails: string[], client = trainee()) =>
  client.act('POST devfeedback/invite', { id, colleagues: emails.map((email) => ({ email })) })
const emailsOf = (round: number, count: number) =>
  Array.from({ length: count }, (_, i) => `colleague-${round}-${i}@example.com`)

/** A round that some colleagues were asked in, with tokens for their links, which only their mails have. */
async function asked(count: number) {
  const round = await make()
  await invite(round.id, emailsOf(round.id, count))
  const tokens = emailsOf(round.id, count).map((email) => `token-of-${email}`)
  for (const [i, email] of emailsOf(round.id, count).entries()) {
    await sql`update devfeedback_colleague set token_sha256 = ${hash('sha256', tokens[i]!)}
      where email = ${email}`.execute(network.db)
  }
  return { id: round.id, tokens }
}

async function call(path: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${network.url}/api/v1/devfeedback/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return { status: response.status, ...(await response.json()) }
}
const answer = (token: string, answers: object) => call('answer', { token, answers })
const results = (id: number, { client } = college.trainee) => client.act('GET devfeedback/results', { id })

it('asks by a link that only the mail has, and nobody twice or about themselves', async () => {
  const { id } = await make()
  const [first = '', ...others] = emailsOf(id, 3)
  await network.db.updateTable('organisation').set({ locale: 'de' }).where('id', '=', college.id).execute()
  await invite(id, [first])
  await expect(invite(id, [first.toUpperCase()])).rejects.toMatchObject({ status: 409 })
  const { email } = await network.db
    .selectFrom('user_account')
    .select('email')
    .where('id', '=', college.trainee.id)
    .executeTakeFirstOrThrow()
  await expect(invite(id, [others[0]!, email!])).rejects.toMatchObject({ field: 'colleagues/1/email' })
  await expect(invite(id, ['nobody'])).rejects.toMatchObject({ field: 'colleagues/0/email' })
  expect((await trainee().read('devfeedback', id)).data).toMatchObject({ asked: 1, answered: 0, open: true })
  const { text } = await network.db
    .selectFrom('message')
    .select('text')
    .where('recipients', '=', first)
    .executeTakeFirstOrThrow()
  expect(text).toContain('Ihre Antworten werden zusammen')
  expect(text).not.toContain('/app/feedback#')
  expect((await trainee().act('GET devfeedback/colleagues', { id })).data).toEqual([
    { email: first, name: '', proposed: false },
  ])
})

it('takes each answer once, by the form, while the round is open', async () => {
  const { id, tokens } = await asked(4)
  const [first = '', second = '', third = ''] = tokens
  expect((await call('request', { token: first })).data).toMatchObject({
    template: 'Colleagues',
    fields,
    open: true,
    answered: false,
  })
  expect(await answer(first, { care: 9 })).toMatchObject({ status: 400, field: 'answers.care' })
  expect(await answer(first, { team: 'always' })).toMatchObject({ status: 400, field: 'answers.care' })
  const both = await Promise.all([answer(first, answersOf[0]!), answer(first, answersOf[1]!)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await call('request', { token: first })).data.answered).toBe(true)
  expect(await answer('token-of-nobody-at-all', {})).toMatchObject({ status: 404 })
  await answer(second, answersOf[1]!)
  await trainee().act('POST devfeedback/close', { id })
  expect(await answer(third, answersOf[2]!)).toMatchObject({ status: 476 })
  await expect(results(id)).rejects.toMatchObject({ status: 476 })
  await expect(trainee().remove('devfeedback', id)).rejects.toMatchObject({ status: 476 })
})

it('shows answers together, once it is closed, and questions that few have answered to nobody', async () => {
  const { id, tokens } = await asked(3)
  for (const [i, token] of tokens.entries()) await answer(token, answersOf[i]!)
  await expect(results(id)).rejects.toMatchObject({ status: 476 })
  await expect(results(id, college.supervisor)).rejects.toMatchObject({ status: 404 })
  await trainee().act('POST devfeedback/close', { id })
  const { data } = await results(id)
  expect(data).toEqual({
    answers: 3,
    questions: [
      {
        name: 'care',
        label: 'Care for patients',
        kind: 'scale',
        count: 3,
        hidden: false,
        mean: 3.67,
        counts: [1, 2, 3, 4, 5].map((value) => ({ value: String(value), count: [2, 4, 5].includes(value) ? 1 : 0 })),
        texts: null,
      },
      {
        name: 'team',
        label: 'In the team',
        kind: 'choice',
        count: 3,
        hidden: false,
        mean: null,
        counts: [
          { value: 'rarely', count: 0 },
          { value: 'mostly', count: 1 },
          { value: 'always', count: 2 },
        ],
        texts: null,
      },
      {
        name: 'words',
        label: 'In your words',
        kind: 'longtext',
        count: 2,
        hidden: true,
        mean: null,
        counts: null,
        texts: null,
      },
    ],
  })
  expect((await results(id, college.supervisor)).data).toEqual(data)
  await expect(college.supervisor.client.act('GET devfeedback/colleagues', { id })).rejects.toMatchObject({
    status: 403,
  })
  await expect(results(id, stranger)).rejects.toMatchObject({ status: 404 })
})

it('keeps no way from an answer to the colleague who gave it', async () => {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where table_name in ('devfeedback_answer', 'devfeedback_colleague')`.execute(network.db)
  const columns = (table: string) =>
    rows.flatMap(({ table_name, column_name }) => (table_name === table ? column_name : [])).sort()
  expect(columns('devfeedback_answer')).toEqual(['answers', 'devfeedback_id', 'id', 'organisation_id'])
  expect(columns('devfeedback_colleague')).not.toContain('answered_at')
})

it('reminds those who have not answered, by a new link, and not every day', async () => {
  const { id, tokens } = await asked(2)
  await expect(trainee().act('POST devfeedback/remind', { id })).rejects.toMatchObject({ status: 476 })
  await answer(tokens[0]!, answersOf[0]!)
  await sql`update devfeedback set created_at = now() - interval '4 days' where id = ${id}`.execute(network.db)
  await trainee().act('POST devfeedback/remind', { id })
  expect(await answer(tokens[1]!, answersOf[1]!)).toMatchObject({ status: 404 })
  const { rows } = await sql<{ mails: number }>`select count(*)::int as mails from message
    where recipients like ${`colleague-${id}-%`} group by recipients order by recipients`.execute(network.db)
  expect(rows.map(({ mails }) => mails)).toEqual([1, 2])
})

it('is begun by oneself with an anonymous form that names nobody', async () => {
  const named = await templateOf('Signed', [{ name: 's', label: 'Signature', kind: 'signature' }])
  const own = await templateOf('Own', [{ name: 's', label: 'Words', kind: 'text' }], 'self')
  const refused = (more: object, field: string, status: number) =>
    expect(make(more), field).rejects.toMatchObject({ status, field })
  await refused({ devformtemplate_id: named }, 'devformtemplate_id', 476)
  await refused({ devformtemplate_id: own }, 'devformtemplate_id', 476)
  await refused({ closes_on: day(-1) }, 'closes_on', 400)
  await refused({ closes_on: day(400) }, 'closes_on', 400)
  await refused({ user_id: stranger.id }, 'user_id', 404)
  const { data } = await college.administrator.client.create('devfeedback', {
    devformtemplate_id: template_id,
    closes_on: day(3),
    user_id: stranger.id,
  } as never)
  expect(data).toMatchObject({ user_id: stranger.id, asked: 0 })
})
