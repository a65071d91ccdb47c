import type { Client, CreateBody } from '#api/client.ts'
import type { Person } from '../demo_organisation.ts'
import { certificate } from './certificate.ts'
import { TIMEZONE } from './people.ts'
import { cases, epa, shared, template, terms, type trainees } from './story.ts'

const DAY_MS = 24 * 60 * 60_000

/** Makes the records of the demo college, in the calendar year of today. */
export class Recorder {
  readonly #url: string
  readonly #organisation_id: number
  readonly #today = new Intl.DateTimeFormat('en-CA', { timeZone: TIMEZONE }).format()
  #categories = new Map<string, number>()
  #template_id = 0
  #epa_id = 0

  constructor(url: string, organisation_id: number) {
    this.#url = url
    this.#organisation_id = organisation_id
  }

  /** The cycle by the standard of the Medical Board of Australia, shared goals, terms and a form template. */
  async define(admin: Client): Promise<void> {
    const organisation_id = this.#organisation_id
    const { data: standards } = await admin.list('cpdstandard', { code: 'au-mba-2023' })
    const cpd_standard_id = standards[0]!.id
    await admin.call('POST', 'cpdstandard/adopt', { id: cpd_standard_id, organisation_id })
    const { data: categories } = await admin.list('devcategory', { organisation_id })
    this.#categories = new Map(categories.map(({ code, id }) => [code, id]))
    const year = this.#today.slice(0, 4)
    const { data: cycle } = await admin.create('devcycle', {
      organisation_id,
      name: `CPD ${year}`,
      start: `${year}-01-01`,
      end: `${year}-12-31`,
      cpd_standard_id,
      audience: { role: 'User' },
    })
    for (const goal of shared) await admin.create('devgoal', { ...goal, devcycle_id: cycle.id })
    for (const term of terms) await admin.create('procedureterm', { ...term, organisation_id })
    this.#epa_id = (await admin.create('cpdepa', { ...epa, organisation_id })).data.id
    const { data: made } = await admin.create('devformtemplate', { ...template, organisation_id })
    this.#template_id = made.id
    await admin.update('devformtemplate', { id: made.id, state: 'published' })
  }

  async record({ id, token, client }: Person, supervisor: Person, trainee: Trainee): Promise<void> {
    const organisation_id = this.#organisation_id
    const { data: relationship } = await client.create('userrelationship', {
      organisation_id,
      user_id: id,
      other_user_id: supervisor.id,
      kind: 'supervisor',
    })
    await supervisor.client.update('userrelationship', { id: relationship.id, state: 'accepted' })
    await this.#plan(client, supervisor.client, trainee)
    for (const activity of trainee.activities) await this.#activity(client, token, supervisor.client, activity)
    await this.#procedures(client, supervisor, trainee.procedures)
    await this.#training(client, supervisor, trainee.training)
    if (trainee.qualification) {
      const [name, days] = trainee.qualification
      await client.create('devqualification', {
        organisation_id,
        type: 'certificate',
        name,
        expires_on: plus(this.#today, days),
        issued_on: plus(this.#today, days - 365),
      })
    }
    if (trainee.plan === 'agreed') {
      const answers = { procedure: cases[0]!.type, preparation: 4, technique: 4, next: 'Say each step aloud.' }
      const { data: form } = await client.create('devform', { devformtemplate_id: this.#template_id, answers })
      await client.call('POST', 'devform/submit', { id: form.id })
    }
  }

  /** A rotation that runs, what its supervisor has seen, and what they are asked to assess. */
  async #training(client: Client, supervisor: Person, training: Trainee['training']): Promise<void> {
    if (!training) return
    const { place, specialty, levels } = training
    const begins = plus(this.#today, -90)
    const of = { organisation_id: this.#organisation_id, place, specialty }
    const { data: rotation } = await client.create('cpdrotation', { ...of, begins, ends: plus(this.#today, 60) })
    const seen = { cpd_epa_id: this.#epa_id, user_id: rotation.user_id }
    for (const [i, level] of levels.entries()) {
      const observed_on = plus(begins, 10 + 20 * i)
      await supervisor.client.create('cpdassessment', { ...seen, observed_on, level, text: 'Calm and complete.' })
    }
    const asked = { cpd_epa_id: this.#epa_id, observed_on: plus(this.#today, -2), assessor_user_id: supervisor.id }
    await client.create('cpdassessment', { ...asked, request: 'The scan of Tuesday night, before the CT.' })
  }

  async #plan(client: Client, supervisor: Client, trainee: Trainee): Promise<void> {
    const organisation_id = this.#organisation_id
    const { data: plans } = await client.call('GET', 'devplans/current', { organisation_id })
    const { id } = plans[0] as { id: number }
    const { text, self_evaluation = '', waiver } = trainee
    if (text || self_evaluation) await client.update('devplan', { id, text, self_evaluation })
    for (const { progress, timely, ...goal } of trainee.goals) {
      const until = timely !== undefined && { timely: this.#dayOfYear(timely) }
      const { data } = await client.create('devgoal', { ...goal, ...until, devplan_id: id })
      if (!progress) continue
      const [percent, text] = progress
      await client.create('devgoalprogress', { devgoal_id: data.id, percent, text })
    }
    if (waiver) {
      const [kind, from, to] = waiver
      const days = { from: this.#dayOfYear(from), to: this.#dayOfYear(to) }
      await client.create('devwaiver', { devplan_id: id, kind, ...days, reason: 'Parental leave' })
    }
    if (trainee.plan === 'draft') return
    await client.call('POST', 'devplan/submit', { id })
    if (trainee.plan === 'agreed') await supervisor.call('POST', 'devplan/agree', { id })
    if (trainee.plan !== 'returned') return
    const reason = 'What exactly, and how will you know that you have learned it? Please make the goal specific.'
    await supervisor.call('POST', 'devplan/return', { id, text: reason })
  }

  async #activity(client: Client, token: string, supervisor: Client, activity: Trainee['activities'][number]) {
    const [target, at, hours, { evidence, verified, returned, ...more }] = activity
    const sum = Object.values(hours).reduce((all, each) => all + each, 0)
    const completed_on = this.#dayAt(at)
    const credits = Object.entries(hours).map(([code, hours]) => ({
      devcategory_id: this.#categories.get(code)!,
      hours,
    }))
    const file = evidence ? [await this.#upload(token, target, [`${sum} hours, completed on ${completed_on}`])] : []
    const { data } = await client.create('devactivity', {
      organisation_id: this.#organisation_id,
      target,
      completed_on,
      hours: sum,
      credits,
      ...more,
      evidence: file,
    })
    const { id } = data
    if (verified) await supervisor.call('POST', 'devactivity/verify', { id })
    if (returned) await supervisor.call('POST', 'devactivity/verify', { id, verified: false, note: returned })
  }

  /** Older cases are approved, the newest ones wait. Health numbers that begin with Z are for tests. */
  async #procedures(client: Client, supervisor: Person, count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      const body: CreateBody<'procedure'> = {
        ...cases[i % cases.length]!,
        date: this.#dayAt((i + 1) / (count + 1)),
        organisation_id: this.#organisation_id,
        supervisor_user_id: supervisor.id,
        ...(i === 0 && { nhi: 'ZZZ0016', comments: 'On a rotation in Dunedin.' }),
      }
      const { data } = await client.create('procedure', body)
      if (i === count - 1) continue
      await client.call('POST', 'procedure/submit', { id: data.id })
      if (i < count - 3) await supervisor.client.call('POST', 'procedure/approve', { id: data.id })
    }
  }

  async #upload(token: string, title: string, lines: string[]): Promise<number> {
    const form = new FormData()
    form.append('organisation_id', String(this.#organisation_id))
    const name = `${title.replaceAll(/[^\p{L}\p{N} -]/gu, '')}.pdf`
    form.append('file', certificate(title, lines), name)
    const response = await fetch(`${this.#url}/api/v1/file`, {
      method: 'PUT',
      body: form,
      headers: { authorization: `Bearer ${token}` },
    })
    const { data, message } = (await response.json()) as { data?: { id: number }; message?: string }
    if (!response.ok || !data) throw new Error(`${name}: ${message}`)
    return data.id
  }

  /** A day between the begin of the cycle and today. */
  #dayAt(share: number): string {
    const start = `${this.#today.slice(0, 4)}-01-01`
    return plus(start, Math.floor((share * (Date.parse(this.#today) - Date.parse(start))) / DAY_MS))
  }

  /** A day of the whole cycle, which may be in the future. */
  #dayOfYear(share: number): string {
    return plus(`${this.#today.slice(0, 4)}-01-01`, Math.floor(share * 365))
  }
}

const plus = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

type Trainee = (typeof trainees)[string]
