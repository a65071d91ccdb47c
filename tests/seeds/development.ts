import type { Client } from '#api/client.ts'
import { day } from './college.ts'

/** A cycle of this year by a built-in standard, with its categories, a shared goal and a published form template. */
export async function makeDevelopment(admin: Client, organisation_id: number): Promise<Development> {
  const { data: standards } = await admin.list('cpdstandard', { code: 'au-mba-2023' })
  const standard_id = standards[0]!.id
  await admin.call('POST', 'cpdstandard/adopt', { id: standard_id, organisation_id })
  const { data: categories } = await admin.list('devcategory', { organisation_id })
  const year = day(0).slice(0, 4)
  const { data: cycle } = await admin.create('devcycle', {
    organisation_id,
    name: `CPD ${year}`,
    start: `${year}-01-01`,
    end: `${year}-12-31`,
    cpd_standard_id: standard_id,
  })
  const goal = { devcycle_id: cycle.id, description: 'Talk about your work with a peer', plan_category: 'Peers' }
  const { data: shared } = await admin.create('devgoal', { ...goal, compulsory: true })
  const { data: template } = await admin.create('devformtemplate', {
    organisation_id,
    name: 'Self-assessment',
    filled_by: 'self',
    fields: [
      { name: 'score', label: 'How did it go?', kind: 'scale', min: 1, max: 5, required: true },
      { name: 'why', label: 'Why?', kind: 'longtext', show_if: { field: 'score', is: 1 } },
    ],
  })
  await admin.update('devformtemplate', { id: template.id, state: 'published' })
  const category_id = categories.find(({ code }) => code === 'MO')!.id
  return { standard_id, category_id, cycle_id: cycle.id, shared_goal_id: shared.id, template_id: template.id }
}

/** One row of each kind that a person records. */
export async function recordAll(client: Client, organisation_id: number, of: Development): Promise<Recorded> {
  const { data: plans } = await client.call('GET', 'devplans/current', { organisation_id })
  const devplan_id: number = plans[0].id
  const { data: goal } = await client.create('devgoal', { devplan_id, description: 'Learn ultrasound of the ankle' })
  await client.create('devgoalprogress', { devgoal_id: goal.id, percent: 40, text: 'Ten scans done.' })
  const { data: activity } = await client.create('devactivity', {
    organisation_id,
    target: 'Audit of ankle scans',
    completed_on: day(0),
    hours: 2,
    goals: [goal.id],
    credits: [{ devcategory_id: of.category_id, hours: 2 }],
  })
  const { data: procedure } = await client.create('procedure', {
    organisation_id,
    date: day(0),
    type: 'Ultrasound',
    nhi: 'ZZZ0016',
    difficulty_physical: 'Swelling',
  })
  const { data: qualification } = await client.create('devqualification', {
    organisation_id,
    type: 'als',
    name: 'Advanced life support',
    expires_on: day(40),
  })
  const { data: form } = await client.create('devform', { devformtemplate_id: of.template_id, answers: { score: 4 } })
  const leave = { devplan_id, from: day(0), to: day(30), kind: 'leave' as const, reason: 'A child is born.' }
  const { data: waiver } = await client.create('devwaiver', leave)
  return {
    devplan_id,
    waiver_id: waiver.id,
    goal_id: goal.id,
    activity_id: activity.id,
    procedure_id: procedure.id,
    qualification_id: qualification.id,
    form_id: form.id,
  }
}

export type Development = Record<'standard_id' | 'category_id' | 'cycle_id' | 'shared_goal_id' | 'template_id', number>
export type Recorded = Record<
  'devplan_id' | 'waiver_id' | 'goal_id' | 'activity_id' | 'procedure_id' | 'qualification_id' | 'form_id',
  number
>
