import { beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { readPdf } from '../pdf.ts'
import { byJob, type College, day, makeCollege } from '../seeds/college.ts'
import { makePerson, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let college: College
let second: Person
let cycle_id: number
let draw_id: number
let audit_id: number
let activity_id: number
beforeAll(async () => {
  network = await sharedNetwork()
  college = await makeCollege(network, 'audited')
  second = await makePerson(network, 'second-administrator', college.id, 'Administrator')
  const { administrator, trainee, customer } = college
  const { data: cycle } = await administrator.client.create('devcycle', {
    name: 'Last year',
    start: day(-400),
    end: day(-36),
    audience: { user_ids: [trainee.id, customer.id] },
  })
  cycle_id = cycle.id
  const work = { target: 'Audit of scans', completed_on: day(-100), hours: 3 }
  activity_id = (await trainee.client.create('devactivity', work)).data.id
  await byJob(network, administrator, 'devcycle/expire', { id: cycle_id })
  const draw = await administrator.client.create('cpdauditdraw', { devcycle_id: cycle_id, percent: 100, seed: '1' })
  draw_id = draw.data.id
})

const step = (who: Person, verb: string, body: object = {}) =>
  who.client.call('POST', `cpdaudit/${verb}`, { id: audit_id, ...body } as never)
const refused = (status: number, field?: string) => ({ status, ...(field && { field }) })
const messagesOf = async (who: Person) =>
  await network.db.selectFrom('message').selectAll().where('recipients', '=', who.username).orderBy('id').execute()

const datesOf = async ({ client }: Person) =>
  (await client.act('GET cpd/calendar', {})).data.map(({ kind, id, day }) => ({ kind, id, day }))

describe('a notice', () => {
  it('is sent once, by an administrator, with a day that is to come', async () => {
    const { administrator, trainee } = college
    const notify = (who: Person, due_on: string) =>
      who.client.call('POST', 'cpdauditdraw/notify', { id: draw_id, due_on })
    await expect(notify(trainee, day(28))).rejects.toMatchObject(refused(404))
    await expect(notify(administrator, day(0))).rejects.toMatchObject(refused(400, 'due_on'))
    await expect(notify(administrator, day(500))).rejects.toMatchObject(refused(400, 'due_on'))
    const { data } = await notify(administrator, day(28))
    expect(data).toMatchObject({ due_on: day(28), audits: { notified: 2 } })
    await expect(notify(administrator, day(29))).rejects.toMatchObject(refused(476))
  })

  it('tells each person of their own audit, and nobody else of it', async () => {
    const { administrator, trainee, customer, supervisor, staff } = college
    const { data: own } = await trainee.client.list('cpdaudit', {})
    expect(own).toMatchObject([{ user_id: trainee.id, state: 'notified', due_on: day(28), cycle: 'Last year' }])
    audit_id = own[0]!.id
    expect((await customer.client.list('cpdaudit', {})).data).toHaveLength(1)
    for (const person of [supervisor, staff]) expect((await person.client.list('cpdaudit', {})).data).toEqual([])
    for (const person of [supervisor, staff, customer]) {
      await expect(person.client.read('cpdaudit', audit_id)).rejects.toMatchObject(refused(404))
    }
    expect((await administrator.client.list('cpdaudit', { cpd_audit_draw_id: draw_id })).data).toHaveLength(2)
    const { data: dates } = await trainee.client.call('GET', 'cpd/calendar')
    expect(dates).toContainEqual(expect.objectContaining({ kind: 'audit', id: audit_id, day: day(28) }))
  })
})

describe('an audit', () => {
  it('is judged and decided by an administrator only, never by its own person', async () => {
    const { trainee, supervisor } = college
    const outcome = { verdict: 'met', reason: 'All is there' }
    await expect(step(trainee, 'decide', outcome)).rejects.toMatchObject(refused(403))
    await expect(step(trainee, 'judge', { devactivity_id: activity_id, verdict: 'accepted' })).rejects.toMatchObject(
      refused(403),
    )
    await expect(step(supervisor, 'decide', outcome)).rejects.toMatchObject(refused(404))
    await expect(step(college.administrator, 'submit')).rejects.toMatchObject(refused(403))
  })

  it('goes from records over more evidence to an outcome with a letter', async () => {
    const { administrator, trainee, customer } = college
    const judge = (body: object) => step(administrator, 'judge', { devactivity_id: activity_id, ...body })
    await expect(judge({ verdict: 'rejected' })).rejects.toMatchObject(refused(400, 'reason'))
    const { data: foreign } = await customer.client.create('devactivity', {
      target: 'x',
      completed_on: day(-1),
      hours: 1,
    })
    const of_another = { devactivity_id: foreign.id, verdict: 'accepted' }
    await expect(step(administrator, 'judge', of_another)).rejects.toMatchObject(refused(404, 'devactivity_id'))
    await judge({ verdict: 'accepted' })
    const { data: judged } = await judge({ verdict: 'rejected', reason: 'There is no certificate.' })
    expect(judged.activities).toMatchObject([{ devactivity_id: activity_id, verdict: 'rejected' }])

    const { data: submitted } = await step(trainee, 'submit', { text: 'Here it is.' })
    expect(submitted).toMatchObject({ state: 'submitted', reply: 'Here it is.' })
    await expect(step(trainee, 'submit')).rejects.toMatchObject(refused(476))
    const more = { text: 'The certificate, please', due_on: day(10) }
    await expect(step(administrator, 'ask', { ...more, due_on: day(-1) })).rejects.toMatchObject(refused(400, 'due_on'))
    expect((await step(administrator, 'ask', more)).data).toMatchObject({ state: 'more_asked', due_on: day(10) })
    await expect(step(trainee, 'submit', { evidence: [999_999] })).rejects.toMatchObject(refused(404, 'evidence'))
    await step(trainee, 'submit')
    await expect(step(administrator, 'decide', { verdict: 'not_met', reason: ' ' })).rejects.toMatchObject(
      refused(400, 'reason'),
    )
    await step(administrator, 'decide', { verdict: 'not_met', reason: 'The certificate is of another year.' })
    const letter = async (who: Person) => {
      const { token } = who
      const headers = { authorization: `Bearer ${token}` }
      return fetch(`${network.url}/api/v1/cpdaudit/letter?id=${audit_id}`, { headers })
    }
    const { text } = await readPdf(Buffer.from(await (await letter(trainee)).arrayBuffer()))
    for (const part of ['do not meet', 'of another year', 'Audit of scans', 'There is no certificate', '28 days']) {
      expect(text.replaceAll(/\s+/g, ' ')).toContain(part)
    }
    const speak = (locale: string) =>
      network.db.updateTable('user_account').set({ locale }).where('id', '=', trainee.id).execute()
    await speak('de')
    const german = await readPdf(Buffer.from(await (await letter(administrator)).arrayBuffer()))
    await speak('en')
    expect(german).toMatchObject({ language: 'de', title: expect.stringMatching(/^Ergebnis der Prüfung: /) })
    expect(german.text.replaceAll(/\s+/g, ' ')).toMatch(/erfüllen die Anforderungen nicht.*Nicht anerkannt.*28 Tagen/)
    expect((await letter(customer)).status).toBe(404)
    expect((await letter(college.supervisor)).status).toBe(404)
    expect(await datesOf(trainee)).toEqual([{ kind: 'appeal', id: audit_id, day: day(28) }])
    expect(await datesOf(customer)).toMatchObject([{ kind: 'audit' }])
    const messages = await messagesOf(trainee)
    expect(new Set(messages.map(({ kind }) => kind))).toEqual(new Set(['notice']))
    expect(messages.map(({ subject }) => subject)).toEqual([
      'Your records of Last year are audited',
      'More evidence is asked for: Last year',
      'The audit of your records is decided: Last year',
    ])
  })

  it('is appealed against in time, and the appeal decided by another administrator', async () => {
    const { administrator, trainee } = college
    const { data } = await step(trainee, 'appeal', { text: 'It is of this year.' })
    expect(data).toMatchObject({ state: 'appealed', appeal: 'It is of this year.' })
    expect(await datesOf(trainee)).toEqual([])
    const outcome = { verdict: 'met', reason: 'It is, indeed.' }
    await expect(step(administrator, 'decide', outcome)).rejects.toMatchObject(refused(403))
    const { data: final } = await step(second, 'decide', outcome)
    expect(final).toMatchObject({ state: 'final', verdict: 'met', first_verdict: 'not_met', appeal_until: null })
    await expect(step(trainee, 'appeal', { text: 'Again' })).rejects.toMatchObject(refused(476))
    const { data: draw } = await administrator.client.read('cpdauditdraw', draw_id)
    expect(draw.audits).toEqual({ notified: 1, final: 1, met: 1 })
    // The result that was kept stays as it is.
    const { data: stats } = await trainee.client.call('GET', 'cpd/stats', { cycle_id })
    expect(stats).toMatchObject({ frozen: true, hours: 3 })
  })
})
