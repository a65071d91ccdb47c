import { beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { readPdf } from '../pdf.ts'
import { byJob, type College, day, makeCollege } from '../seeds/college.ts'
import type { Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let college: College
let cycle_id: number
let plan_id: number
beforeAll(async () => {
  network = await sharedNetwork()
  college = await makeCollege(network, 'certified')
  const { administrator, trainee, customer } = college
  await network.db.updateTable('user_account').set({ number: 'MED0001' }).where('id', '=', trainee.id).execute()
  const rule = { code: 'H', kind: 'sum_min', amount: 2, per: 'cycle' } as const
  const standard = { code: 'hours', name: 'Two hours', cycle_months: 12, rules: [rule] }
  const { data: two } = await administrator.client.create('cpdstandard', standard as never)
  const { data: cycle } = await administrator.client.create('devcycle', {
    name: 'Last year',
    start: day(-400),
    end: day(-36),
    cpd_standard_id: two.id,
    audience: { user_ids: [trainee.id, customer.id] },
  })
  cycle_id = cycle.id
  const { data: category } = await administrator.client.create('devcategory', { code: 'EA', name: 'Education' })
  const credits = [{ devcategory_id: category.id, hours: 3 }]
  const work = { target: 'Audit of scans', completed_on: day(-100), hours: 3, credits }
  await trainee.client.create('devactivity', work)
})

const refused = (status: number, field?: string) => ({ status, ...(field && { field }) })
const issue = (who: Person) => who.client.call('POST', 'cpdcertificate/issue', { devplan_id: plan_id })
const issueAll = (who: Person) => who.client.call('POST', 'cpdcertificates/issue', { cycle_id })
async function check(code: string) {
  const body = JSON.stringify({ code })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${network.url}/api/v1/cpdcertificate/check`, { method: 'POST', headers, body })
  return { status: response.status, ...((await response.json()) as { data?: Record<string, unknown> }) }
}

describe('certificates', () => {
  it('are issued once a cycle is closed, to those who have met it', async () => {
    const { administrator, trainee, customer, supervisor } = college
    await byJob(network, administrator, 'devcycle/expire', { id: cycle_id })
    const { data: plans } = await administrator.client.list('devplan', { devcycle_id: cycle_id })
    plan_id = plans.find(({ user_id }) => user_id === trainee.id)!.id
    const other = plans.find(({ user_id }) => user_id === customer.id)!.id
    const of_other = customer.client.call('POST', 'cpdcertificate/issue', { devplan_id: other })
    await expect(of_other).rejects.toMatchObject(refused(476, 'devplan_id'))
    await expect(issueAll(trainee)).rejects.toMatchObject(refused(403))
    await expect(issue(supervisor)).rejects.toMatchObject(refused(404))
    expect((await issueAll(administrator)).data).toEqual({ issued: 1, next: null })
    expect((await issueAll(administrator)).data).toEqual({ issued: 0, next: null })
    const { data: own } = await issue(trainee)
    expect(own).toMatchObject({ number: 'MED0001', cycle: 'Last year', standard: 'Two hours', valid: true })
    expect((await administrator.client.list('cpdcertificate', { devcycle_id: cycle_id })).info.total).toBe(1)
  })

  it('are checked by their code without an account, which says what stands on them', async () => {
    const { trainee } = college
    const { data } = await issue(trainee)
    const spoken = data.code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
    const checked = await check(`${spoken.slice(0, 5)}-${spoken.slice(5)}`)
    const { person, organisation, start, end } = data
    expect(checked.data).toEqual({
      valid: true,
      person,
      number: 'MED0001',
      organisation,
      cycle: 'Last year',
      standard: 'Two hours',
      start,
      end,
      issued_on: day(0),
      withdrawn_on: null,
    })
    expect((await check('00000000000000000000')).status).toBe(404)
    const headers = { authorization: `Bearer ${trainee.token}` }
    const response = await fetch(`${network.url}/api/v1/cpdcertificates/pdf?id=${data.id}`, { headers })
    const { text } = await readPdf(Buffer.from(await response.arrayBuffer()))
    for (const part of ['MED0001', 'Two hours', 'Last year', data.code]) {
      expect(text.replaceAll(/\s+/g, '')).toContain(part.replaceAll(' ', ''))
    }
    expect(text).not.toContain('Audit of scans')
  })

  it('are withdrawn when the cycle is opened again, and by an audit that finds it not met', async () => {
    const { administrator, trainee, supervisor } = college
    const { data: first } = await issue(trainee)
    await byJob(network, administrator, 'devcycle/undo_expire', { id: cycle_id })
    expect((await check(first.code)).data).toMatchObject({ valid: false, withdrawn_on: day(0) })
    await byJob(network, administrator, 'devcycle/expire', { id: cycle_id })
    const { data: plans } = await trainee.client.list('devplan', { devcycle_id: cycle_id })
    plan_id = plans[0]!.id
    const { data: second } = await issue(trainee)
    expect(second.code).not.toBe(first.code)
    expect((await supervisor.client.list('cpdcertificate', {})).data).toEqual([])
    const draw = { devcycle_id: cycle_id, percent: 100, seed: '1' }
    const { data: drawn } = await administrator.client.create('cpdauditdraw', draw)
    await administrator.client.call('POST', 'cpdauditdraw/notify', { id: drawn.id, due_on: day(28) })
    const { data: audits } = await trainee.client.list('cpdaudit', {})
    const id = audits[0]!.id
    await trainee.client.call('POST', 'cpdaudit/submit', { id })
    await administrator.client.call('POST', 'cpdaudit/decide', { id, verdict: 'not_met', reason: 'No evidence' })
    expect((await check(second.code)).data).toMatchObject({ valid: false, withdrawn_on: day(0) })
    await expect(issue(trainee)).rejects.toMatchObject(refused(476, 'devplan_id'))
    expect((await issueAll(administrator)).data).toEqual({ issued: 0, next: null })
  })
})
