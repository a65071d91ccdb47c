import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Network } from '../../network.ts'
import { day } from '../../seeds/college.ts'
import {
  answeredRound,
  cpdThings,
  cycle,
  epa,
  eventRequests,
  keptPlan,
  linkOf,
  of,
  personOf,
  proposedList,
  stranger,
  template,
} from './cpd.things.ts'
import { plainRow, unique } from './plain.ts'
import type { Whose } from './whose.ts'

type Db = Network['db']
type Tried = { input: object; shows?: (rows: never) => boolean }

let years = 0
const showsId = (row_id: number) => (rows: { id: number }[]) => rows.some((row) => row.id === row_id)
const only = (name: string) => async (whose: Whose, db: Db) => ({ input: { id: await cpdThings[name]!(db, whose) } })
const named = async ({ organisation_id }: Whose) => ({ input: { organisation_id } })

async function assessmentLink(db: Db, whose: Whose): Promise<string> {
  const token = `${unique()}-of-an-assessment-link`
  const id = await cpdThings.cpdassessment!(db, whose)
  const of_link = { token_sha256: hash('sha256', token), assessor_email: 'a@example.com' }
  await db.updateTable('cpd_assessment').set(of_link).where('id', '=', id).execute()
  return token
}

async function decided(whose: Whose, db: Db): Promise<number> {
  const id = await cpdThings.cpdaudit!(db, whose)
  const outcome = {
    state: 'decided',
    verdict: 'not_met',
    reason: 'No evidence',
    decided_at: sql<string>`now()`,
  } as const
  await db.updateTable('cpd_audit').set(outcome).where('id', '=', id).execute()
  return id
}

async function waiver(whose: Whose, db: Db, state: 'more_asked' | 'refused'): Promise<number> {
  const id = await cpdThings.devwaiver!(db, whose)
  const outcome = state === 'refused' && { outcome: 'refused' as const, decided_at: sql<string>`now()` }
  await db
    .updateTable('devwaiver')
    .set({ state, ...outcome })
    .where('id', '=', id)
    .execute()
  return id
}

/** Requests other than the verbs of a resource without more fields. */
export const cpdSpecials: Record<string, (whose: Whose, db: Db) => Promise<Tried>> = {
  'PUT devplan': async (whose, db) => ({
    input: { devcycle_id: await cycle(db, whose), organisation_id: whose.organisation_id, user_id: personOf(whose) },
  }),
  'PUT devwaiver': async (whose, db) => ({
    input: { devplan_id: await cpdThings.devplan!(db, whose), from: day(-1), to: day(1), kind: 'leave' },
  }),
  'PUT devfeedback': async (whose, db) => ({
    input: {
      devformtemplate_id: await template(db, whose, 'published', 'anonymous'),
      user_id: personOf(whose),
      closes_on: day(5),
    },
  }),
  'POST devfeedback/invite': async (whose, db) => ({
    input: { id: await cpdThings.devfeedback!(db, whose), colleagues: [{ email: `${unique()}@example.com` }] },
  }),
  'POST devfeedback/approve': async (whose, db) => ({ input: { id: await proposedList(db, whose) } }),
  'POST devfeedback/refuse': async (whose, db) => ({ input: { id: await proposedList(db, whose), text: 'Too few' } }),
  'POST devfeedback/remind': only('devfeedback'),
  'POST devfeedback/close': only('devfeedback'),
  'GET devfeedback/colleagues': only('devfeedback'),
  'GET devfeedback/results': async (whose, db) => ({ input: { id: await answeredRound(db, whose) } }),
  'POST devfeedback/request': async (whose, db) => ({ input: { token: await linkOf(db, whose) } }),
  'POST devfeedback/answer': async (whose, db) => ({ input: { token: await linkOf(db, whose), answers: {} } }),
  'PUT cpdepa': async ({ organisation_id }) => ({
    input: { organisation_id, code: unique(), name: 'Consent', levels: ['1', '2', '3', '4', '5'] },
  }),
  'PUT cpdassessment': async (whose, db) => {
    const asked = { assessor_email: `${unique()}@example.com` }
    return { input: { cpd_epa_id: await epa(db, whose), observed_on: day(-1), user_id: personOf(whose), ...asked } }
  },
  'POST cpdassessment/assess': async (whose, db) => ({
    input: { id: await cpdThings.cpdassessment!(db, whose), level: 3 },
  }),
  'POST cpdassessment/request': async (whose, db) => ({ input: { token: await assessmentLink(db, whose) } }),
  'POST cpdassessment/answer': async (whose, db) => ({
    input: { token: await assessmentLink(db, whose), level: 3, name: 'Ana' },
  }),
  'PUT cpdrotation': async (whose) => {
    const begins = `20${10 + (++years % 15)}-0${1 + (years % 9)}-01`
    return { input: { ...of(whose), place: 'Ward 7', begins, ends: begins } }
  },
  'POST cpdrotation/supervise': async (whose, db) => ({
    input: { id: await cpdThings.cpdrotation!(db, whose), supervisor_user_id: await stranger(db, whose) },
  }),
  'POST cpd/import/workbook': async () => ({ input: { file: Buffer.from('a,b\n1,2').toString('base64') } }),
  'PUT devgoal': async (whose, db) => ({
    input: { devplan_id: await cpdThings.devplan!(db, whose), description: 'x' },
  }),
  'PUT devgoalprogress': async (whose, db) => ({ input: { devgoal_id: await cpdThings.devgoal!(db, whose) } }),
  'PUT devform': async (whose, db) => ({
    input: { devformtemplate_id: await template(db, whose, 'published'), user_id: personOf(whose) },
  }),
  'PUT userrelationship': async (whose, db) => ({
    input: { ...of(whose), other_user_id: await stranger(db, whose), kind: 'peer' },
  }),
  'POST cpdstandard/adopt': async (whose, db) => ({
    input: { id: await plainRow(db, 'cpdstandard', whose), organisation_id: whose.organisation_id },
  }),
  'POST devcycle/expire': async (whose, db) => {
    const id = await cycle(db, whose)
    const { name } = await db.selectFrom('devcycle').select('name').where('id', '=', id).executeTakeFirstOrThrow()
    return { input: { id, name } }
  },
  'POST devcycle/reopen': async (whose, db) => {
    const cycle_id = await cycle(db, whose)
    await db.updateTable('devcycle').set({ expired_at: sql`now()` }).where('id', '=', cycle_id).execute()
    return { input: { id: cycle_id, reason: 'A late certificate' } }
  },
  'POST devcycle/undo_expire': async (whose, db) => {
    const id = await cycle(db, whose)
    await db.updateTable('devcycle').set({ expired_at: sql`now()` }).where('id', '=', id).execute()
    return { input: { id } }
  },
  'POST devplan/reopen': async (whose, db) => {
    const id = await cpdThings.devplan!(db, whose)
    const closed = { closed_at: sql<string>`now()`, closed_from: day(-10), closed_to: day(-1) }
    await db.updateTable('devplan').set(closed).where('id', '=', id).execute()
    return { input: { id, reason: 'A late certificate' } }
  },
  // The latest is the first of those that it lists.
  'GET devcycles/current': async (whose, db) => ({
    input: { organisation_id: whose.organisation_id },
    shows: showsId(await cycle(db, whose)) as never,
  }),
  'GET devplans/current': async (whose, db) => {
    const cycle_id = await cycle(db, whose)
    const shows = (rows: { devcycle_id: number }[]) => rows.some(({ devcycle_id }) => devcycle_id === cycle_id)
    return { input: { organisation_id: whose.organisation_id }, shows: shows as never }
  },
  'POST devplan/submit': async (whose, db) => {
    const goal = await cpdThings.devgoal!(db, whose)
    const { devplan_id } = await db
      .selectFrom('devgoal')
      .select('devplan_id')
      .where('id', '=', goal)
      .executeTakeFirstOrThrow()
    return { input: { id: devplan_id } }
  },
  'POST devplan/record': async (whose, db) => ({
    input: { id: await cpdThings.devplan!(db, whose), kind: 'plan', text: 'My year' },
  }),
  'POST devplan/erase_record': async (whose, db) => {
    const records = sql<never>`${JSON.stringify([{ kind: 'plan', on: day(0), text: '', recorded_on: day(0) }])}::jsonb`
    const id = await cpdThings.devplan!(db, whose)
    await db.updateTable('devplan').set({ records }).where('id', '=', id).execute()
    return { input: { id, kind: 'plan', on: day(0) } }
  },
  'POST devplan/agree': only('devplan'),
  'POST devplan/return': async (whose, db) => ({ input: { id: await cpdThings.devplan!(db, whose), text: 'Why?' } }),
  'POST devplan/review': only('devplan'),
  'GET devplan/snapshots': only('devplan'),
  'GET devplan/requirements': only('devplan'),
  'POST devgoals/copy': async (whose, db) => ({
    input: { from_cycle: await cycle(db, whose), to_user_ids: [personOf(whose)] },
  }),
  'POST devactivity/verify': only('devactivity'),
  // Its own organisation, which says that it must be another: only its person gets so far.
  'POST devactivity/share': async (whose, db) => ({
    input: { id: await cpdThings.devactivity!(db, whose), organisation_id: whose.organisation_id },
  }),
  'POST devform/submit': only('devform'),
  'POST devform/agree': async (whose, db) => {
    const form_id = await cpdThings.devform!(db, whose)
    await db.updateTable('devform').set({ state: 'submitted' }).where('id', '=', form_id).execute()
    return { input: { id: form_id } }
  },
  'POST devform/return': async (whose, db) => {
    const form_id = await cpdThings.devform!(db, whose)
    await db.updateTable('devform').set({ state: 'submitted' }).where('id', '=', form_id).execute()
    return { input: { id: form_id, text: 'Why?' } }
  },
  'POST procedure/submit': only('procedure'),
  'POST procedure/approve': only('procedure'),
  'POST procedure/nhi': only('procedure'),
  'POST procedures/nhi': async ({ organisation_id }) => ({ input: { organisation_id, nhi: 'ZAC5361' } }),
  'GET procedure/next_case_number': named,
  'GET procedure/max_case_number': named,
  'GET cpd/charts': async (whose, db) => ({ input: { cycle_id: await cycle(db, whose), user_id: personOf(whose) } }),
  'GET cpd/stats': async (whose, db) => ({ input: { cycle_id: await cycle(db, whose), user_id: personOf(whose) } }),
  // Every line of it is tried; that of the platform administrator, who is no member, is bad.
  'POST cpd/import': async ({ organisation_id }) => ({
    input: { organisation_id, kind: 'activities', preview: true, csv: `completed_on,hours\n${day(-1)},1\n` },
  }),
  'PUT cpdauditdraw': async (whose, db) => ({ input: { devcycle_id: await cycle(db, whose) } }),
  'POST cpdauditdraw/notify': async (whose, db) => ({
    input: { id: await cpdThings.cpdauditdraw!(db, whose), due_on: day(20) },
  }),
  'POST devwaiver/ask': async (whose, db) => ({
    input: { id: await cpdThings.devwaiver!(db, whose), text: 'The certificate' },
  }),
  'POST devwaiver/answer': async (whose, db) => ({
    input: { id: await waiver(whose, db, 'more_asked'), text: 'Here it is' },
  }),
  'POST devwaiver/decide': async (whose, db) => ({
    input: { id: await cpdThings.devwaiver!(db, whose), outcome: 'whole', reason: 'All is there' },
  }),
  'POST devwaiver/appeal': async (whose, db) => ({
    input: { id: await waiver(whose, db, 'refused'), text: 'I was ill' },
  }),
  'GET devwaiver/letter': async (whose, db) => ({ input: { id: await waiver(whose, db, 'refused') } }),
  'POST cpdaudit/submit': only('cpdaudit'),
  'POST cpdaudit/judge': async (whose, db) => ({
    input: {
      id: await cpdThings.cpdaudit!(db, whose),
      devactivity_id: await cpdThings.devactivity!(db, whose),
      verdict: 'accepted',
    },
  }),
  'POST cpdaudit/ask': async (whose, db) => ({
    input: { id: await cpdThings.cpdaudit!(db, whose), text: 'The certificate', due_on: day(20) },
  }),
  'POST cpdaudit/decide': async (whose, db) => ({
    input: { id: await cpdThings.cpdaudit!(db, whose), verdict: 'met', reason: 'All is there' },
  }),
  'POST cpdaudit/appeal': async (whose, db) => ({ input: { id: await decided(whose, db), text: 'It was there' } }),
  'GET cpdaudit/letter': async (whose, db) => ({ input: { id: await decided(whose, db) } }),
  ...eventRequests,
  'POST cpdcertificate/check': async (whose, db) => {
    const id = await cpdThings.cpdcertificate!(db, whose)
    const found = db.selectFrom('cpd_certificate').select('code').where('id', '=', id)
    return { input: await found.executeTakeFirstOrThrow() }
  },
  'GET cpdcertificates/pdf': only('cpdcertificate'),
  'POST cpdcertificate/issue': async (whose, db) => ({ input: { devplan_id: await keptPlan(db, whose) } }),
  'POST cpdcertificates/issue': async (whose, db) => ({ input: { cycle_id: await cycle(db, whose) } }),
  'GET cpd/matrix': async (whose, db) => {
    // JSON, or the rows of the CSV file.
    const shows = (matrix: { people: { user_id: number }[] } | { user_id: number }[]) =>
      ('people' in matrix ? matrix.people : matrix).some(({ user_id }) => user_id === personOf(whose))
    return { input: { cycle_id: await cycle(db, whose) }, shows: shows as never }
  },
  'POST cpd/matrix/message': async (whose, db) => ({
    input: { cycle_id: await cycle(db, whose), subject: 'Your plan', text: 'Please submit it.' },
  }),
  'GET cpd/progress': async (whose, db) => ({ input: { cycle_id: await cycle(db, whose) } }),
  'GET cpd/register': async (whose, db) => ({ input: { cycle_id: await cycle(db, whose) } }),
  'GET cpd/report/pdf': async (whose, db) => ({ input: { plan_id: await cpdThings.devplan!(db, whose) } }),
  'POST cpd/report/address': async (whose, db) => ({ input: { plan_id: await cpdThings.devplan!(db, whose) } }),
  'GET cpd/report': async (whose, db) => ({ input: { plan_id: await cpdThings.devplan!(db, whose) } }),
  'GET cpd/sendreport': async (whose, db) => ({ input: { plan_id: await cpdThings.devplan!(db, whose) } }),
  'POST cpd/sendreport': async (whose, db) => ({
    input: { plan_id: await cpdThings.devplan!(db, whose), to: 'a@example.com' },
  }),
  'GET cpd/refdata': async (whose, db) => {
    const category = await plainRow(db, 'devcategory', whose)
    const shows = ({ categories }: { categories: { id: number }[] }) => categories.some((row) => row.id === category)
    return { input: { organisation_id: whose.organisation_id }, shows: shows as never }
  },
  'GET cpd/calendar': async (whose, db) => {
    const cycle_id = await cycle(db, whose)
    const shows = (dates: { kind: string; id: number }[]) =>
      dates.some(({ kind, id }) => kind === 'cycle' && id === cycle_id)
    return { input: { organisation_id: whose.organisation_id }, shows: shows as never }
  },
  // One who accompanies another member is found by all.
  'GET cpd/people': async (whose, db) => {
    const relationship = await cpdThings.userrelationship!(db, whose)
    const { other_user_id } = await db
      .updateTable('userrelationship')
      .set({ state: 'accepted' })
      .where('id', '=', relationship)
      .returning('other_user_id')
      .executeTakeFirstOrThrow()
    const { username } = await db
      .selectFrom('user_account')
      .select('username')
      .where('id', '=', other_user_id)
      .executeTakeFirstOrThrow()
    const shows = (people: { user_id: number }[]) => people.some(({ user_id }) => user_id === Number(other_user_id))
    return { input: { organisation_id: whose.organisation_id, search: username }, shows: shows as never }
  },
  'GET cpd/contacts': async (whose, db) => {
    const relationship = await cpdThings.userrelationship!(db, whose)
    await db.updateTable('userrelationship').set({ state: 'accepted' }).where('id', '=', relationship).execute()
    const shows = ({ supervisors }: { supervisors: { userrelationship_id: number }[] }) =>
      supervisors.some((row) => row.userrelationship_id === relationship)
    return { input: { organisation_id: whose.organisation_id }, shows: shows as never }
  },
}

export const cpdCreations: Record<string, (whose: Whose) => object> = {
  cpdevent: ({ organisation_id }) => ({
    organisation_id,
    name: unique(),
    starts_at: `${day(1)}T08:00:00Z`,
    ends_at: `${day(1)}T09:00:00Z`,
    hours: 1,
  }),
  devactivity: ({ organisation_id }) => ({ organisation_id, completed_on: day(-1) }),
  devcycle: ({ organisation_id }) => {
    const start = `19${10 + (++years % 80)}-01-01`
    return {
      organisation_id,
      name: unique(),
      start,
      end: start.replace('01-01', '01-02'),
      audience: { qualification: unique() },
    }
  },
  procedure: ({ organisation_id }) => ({ organisation_id, date: day(-1) }),
}

export const cpdChanges: Record<string, () => object> = {
  cpdevent: () => ({ place: 'Hall' }),
  devactivity: () => ({ target: 'Audit' }),
  devfeedback: () => ({ closes_on: day(6) }),
  devform: () => ({ answers: { text: 'x' } }),
  devformtemplate: () => ({ filled_by: 'self' }),
  devgoal: () => ({ specific: 'x' }),
  devgoalprogress: () => ({ text: 'x' }),
  devplan: () => ({ supervisor_user_id: null }),
  devwaiver: () => ({ reason: 'x' }),
  cpdrotation: () => ({ specialty: 'Cardiology' }),
  procedure: () => ({ region: 'Ankle' }),
  userrelationship: () => ({ assessment_level: '1' }),
}
