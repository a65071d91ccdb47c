import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Network } from '../../network.ts'
import { day } from '../../seeds/college.ts'
import { id, unique } from './plain.ts'
import type { Whose } from './whose.ts'

type Db = Network['db']

let made = 0

export const personOf = ({ owner, other }: Whose) => owner ?? other
export const of = (whose: Whose) => ({ organisation_id: whose.organisation_id, user_id: personOf(whose) })

/** A cycle of today, for the row's person alone. */
export const cycle = (db: Db, whose: Whose) =>
  id(
    db
      .insertInto('devcycle')
      .values({
        organisation_id: whose.organisation_id,
        name: unique(),
        start: day(-10),
        end: day(10),
        audience: { user_ids: [personOf(whose)] },
      }),
  )
export const template = (
  db: Db,
  whose: Whose,
  state: 'draft' | 'published' = 'draft',
  filled_by: 'self' | 'anonymous' = 'self',
) =>
  id(
    db
      .insertInto('devformtemplate')
      .values({
        organisation_id: whose.organisation_id,
        name: unique(),
        state,
        filled_by,
        fields: sql<never>`'[{"name": "text", "label": "Text", "kind": "text"}]'::jsonb`,
      }),
  )

/** Rows of resources of professional development that are not plain. */
export const cpdThings: Record<string, (db: Db, whose: Whose) => Promise<number>> = {
  cpdaudit: async (db, whose) => {
    const cpd_audit_draw_id = await cpdThings.cpdauditdraw!(db, whose)
    const { devcycle_id } = await db
      .selectFrom('cpd_audit_draw')
      .select('devcycle_id')
      .where('id', '=', cpd_audit_draw_id)
      .executeTakeFirstOrThrow()
    return id(db.insertInto('cpd_audit').values({ ...of(whose), cpd_audit_draw_id, devcycle_id, due_on: day(10) }))
  },
  cpdattendance: async (db, whose) => {
    const cpd_event_id = await cpdThings.cpdevent!(db, whose)
    return id(db.insertInto('cpd_attendance').values({ ...of(whose), cpd_event_id, how: 'list' }))
  },
  cpdassessment: async (db, whose) => {
    const cpd_epa_id = await epa(db, whose)
    return id(db.insertInto('cpd_assessment').values({ ...of(whose), cpd_epa_id, observed_on: day(-1) }))
  },
  cpdepa: (db, whose) => epa(db, whose),
  cpdrotation: (db, whose) => {
    const values = { ...of(whose), place: unique(), begins: day(0), ends: day(5), created_by: personOf(whose) }
    return id(db.insertInto('cpd_rotation').values(values))
  },
  cpdevent: (db, { organisation_id }) => {
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const times = { starts_at: at(-2), ends_at: at(-1), open_from: at(-2), open_until: at(2) }
    const code = String(++made).padStart(22, '0')
    return id(db.insertInto('cpd_event').values({ organisation_id, name: unique(), hours: 100, code, ...times }))
  },
  cpdcertificate: async (db, whose) => {
    const devplan_id = await keptPlan(db, whose)
    const { devcycle_id } = await db
      .selectFrom('devplan')
      .select('devcycle_id')
      .where('id', '=', devplan_id)
      .executeTakeFirstOrThrow()
    const code = String(++made).padStart(20, '0')
    const period = { start: day(-400), end: day(-36) }
    const names = { person: 'Ana', organisation: 'College', cycle: 'Last year', ...period }
    return id(db.insertInto('cpd_certificate').values({ ...of(whose), devplan_id, devcycle_id, code, ...names }))
  },
  cpdauditdraw: async (db, whose) =>
    id(
      db
        .insertInto('cpd_audit_draw')
        .values({
          organisation_id: whose.organisation_id,
          devcycle_id: await cycle(db, whose),
          percent: 500,
          seed: unique(),
          people: sql<never>`'[]'::jsonb`,
          drawn: sql<never>`'[]'::jsonb`,
        }),
    ),
  devactivity: (db, whose) => id(db.insertInto('devactivity').values({ ...of(whose), completed_on: day(-1) })),
  devcycle: cycle,
  devform: async (db, whose) => {
    const devformtemplate_id = await template(db, whose, 'published')
    return id(
      db
        .insertInto('devform')
        .values({ ...of(whose), devformtemplate_id, version: 1, filled_by_user_id: personOf(whose) }),
    )
  },
  devformtemplate: template,
  devgoal: async (db, whose) => {
    const devplan_id = await cpdThings.devplan!(db, whose)
    return id(db.insertInto('devgoal').values({ ...of(whose), devplan_id, description: unique() }))
  },
  devgoalprogress: async (db, whose) => {
    const devgoal_id = await cpdThings.devgoal!(db, whose)
    return id(db.insertInto('devgoalprogress').values({ ...of(whose), devgoal_id, text: 'Half' }))
  },
  devplan: async (db, whose) => {
    const devcycle_id = await cycle(db, whose)
    return id(db.insertInto('devplan').values({ ...of(whose), devcycle_id }))
  },
  devfeedback: async (db, whose) => {
    const devformtemplate_id = await template(db, whose, 'published', 'anonymous')
    const values = { ...of(whose), devformtemplate_id, closes_on: day(10), created_at: new Date(0).toISOString() }
    return id(db.insertInto('devfeedback').values(values))
  },
  devwaiver: async (db, whose) => {
    const devplan_id = await cpdThings.devplan!(db, whose)
    return id(db.insertInto('devwaiver').values({ ...of(whose), devplan_id, from: day(-1), to: day(1), kind: 'leave' }))
  },
  procedure: (db, whose) =>
    id(db.insertInto('procedure').values({ ...of(whose), case_number: 1_000_000 + ++made, date: day(-1) })),
  userrelationship: async (db, whose) => {
    const other_user_id = await stranger(db, whose)
    return id(
      db
        .insertInto('userrelationship')
        .values({ ...of(whose), other_user_id, kind: 'peer', requested_by_user_id: other_user_id }),
    )
  },
}

export const epa = (db: Db, { organisation_id }: Whose) => {
  const levels = JSON.stringify(['1', '2', '3', '4', '5']) as never
  return id(db.insertInto('cpd_epa').values({ organisation_id, code: unique(), name: 'Consent', levels }))
}

/** A plan whose result was kept, and is met. */
export async function keptPlan(db: Db, whose: Whose): Promise<number> {
  const devplan_id = await cpdThings.devplan!(db, whose)
  const period = { start: day(-400), end: day(-36) }
  const line = { rule: 1, kind: 'sum_min', period, unit: 'hours', required: 1, counted: 1, missing: 0, met: true }
  const lines = [{ ...line, desirable: false, standing: 'met', activities: [], sentence: 'At least 1 h' }]
  const about = { verdict: 'met', met: true, nothing: null, days_left: 0, months: 12, waived_months: 0 }
  const result = { ...about, period, lines, audit_percent: null, submit_by: null }
  const frozen = JSON.stringify({ result, hours: 1, activities: 1, uncategorised: null })
  const kept = {
    result: sql<Record<string, unknown>>`${frozen}::jsonb`,
    closed_at: sql<string>`now()`,
    closed_from: period.start,
    closed_to: period.end,
  }
  await db.updateTable('devplan').set(kept).where('id', '=', devplan_id).execute()
  return devplan_id
}

/** A member of the organisation in addition to the people of the access table. */
export async function stranger(db: Db, { organisation_id }: Whose): Promise<number> {
  const username = unique()
  const user_id = await id(
    db
      .insertInto('user_account')
      .values({ username, email: `${username}@example.com`, confirmed_at: sql<string>`now()` }),
  )
  await db.insertInto('membership').values({ organisation_id, user_id, role_name: 'User' }).execute()
  return user_id
}

const ofThing = (name: string) => async (whose: Whose, db: Db) => ({ input: { id: await cpdThings[name]!(db, whose) } })
const ofOrganisation = async ({ organisation_id }: Whose) => ({ input: { organisation_id } })

/** What is tried of events and of who was there. */
export const eventRequests: Record<string, (whose: Whose, db: Db) => Promise<{ input: object }>> = {
  'GET cpdevents/calendar': ofThing('cpdevent'),
  'POST cpdevent/attend': async (whose, db) => {
    const id = await cpdThings.cpdevent!(db, whose)
    const { code } = await db.selectFrom('cpd_event').select('code').where('id', '=', id).executeTakeFirstOrThrow()
    return { input: { code, preview: true } }
  },
  'POST cpdevent/record': async (whose, db) => ({
    input: { id: await cpdThings.cpdevent!(db, whose), people: ['nobody@example.com'] },
  }),
  'POST cpdattendance/refuse': ofThing('cpdattendance'),
  'GET cpdevent/coursekey': ofOrganisation,
  'POST cpdevent/coursekey': ofOrganisation,
  'DELETE cpdevent/coursekey': ofOrganisation,
}

/** A round that is closed, with enough answers. */
export async function answeredRound(db: Db, whose: Whose): Promise<number> {
  const id = await cpdThings.devfeedback!(db, whose)
  for (let i = 0; i < 3; i++) await colleagueOf(db, whose, id, { answered: true })
  await db.updateTable('devfeedback').set({ closed_at: sql<string>`now()` }).where('id', '=', id).execute()
  return id
}

/** A round whose list of colleagues waits for approval. */
export async function proposedList(db: Db, whose: Whose): Promise<number> {
  const id = await cpdThings.devfeedback!(db, whose)
  await colleagueOf(db, whose, id, { proposed: true })
  const waiting = { proposed_at: sql<string>`now()`, colleagues_approved_by: 'officer' as const }
  await db.updateTable('devfeedback').set(waiting).where('id', '=', id).execute()
  return id
}

export async function linkOf(db: Db, whose: Whose): Promise<string> {
  const token = `${unique()}-as-long-as-a-token`
  await colleagueOf(db, whose, await cpdThings.devfeedback!(db, whose), { token_sha256: hash('sha256', token) })
  return token
}

const colleagueOf = (db: Db, { organisation_id }: Whose, devfeedback_id: number, more: object) =>
  db
    .insertInto('devfeedback_colleague')
    .values({ organisation_id, devfeedback_id, email: `${unique()}@example.com`, ...more })
    .execute()
