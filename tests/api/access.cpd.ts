import { sql } from 'kysely'
import type { Network } from '../network.ts'
import { day } from '../seeds/college.ts'
import type { Whose } from './access.whose.ts'

type Db = Network['db']

/**
 * Lines of the access table for professional development, in organisations that have it. Records are of a person: the
 * administrator reads them, other members do not, nor does the platform administrator.
 */
export const cpdTable: Record<string, string> = {
  //                                guest User Staff Cust Admin platform administrator
  'GET cpdstandards': /*        */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET cpdstandard': /*         */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'PUT cpdstandard': /*         */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST cpdstandard': /*        */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'DELETE cpdstandard': /*      */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST cpdstandard/adopt': /*  */ 'SSS  NNx  NNx   NNx  YYx   YYY',

  'GET cpdauditdraws': /*       */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET cpdauditdraw': /*        */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'PUT cpdauditdraw': /*        */ 'SSS  NNx  NNx   NNx  YYx   YYY',

  'GET devcategories': /*       */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET devcategory': /*         */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'PUT devcategory': /*         */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST devcategory': /*        */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'DELETE devcategory': /*      */ 'SSS  NNx  NNx   NNx  YYx   YYY',

  'GET devcycles': /*           */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET devcycle': /*            */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'PUT devcycle': /*            */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST devcycle': /*           */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'DELETE devcycle': /*         */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST devcycle/expire': /*    */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST devcycle/reopen': /*    */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  // A cycle of an audience of one: the row's person.
  'GET devcycles/current': /*   */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  'GET devplans/current': /*    */ 'SSS  Yxx  xxx   xxx  xxx   xxx',

  'GET devplans': /*            */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET devplan': /*             */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'PUT devplan': /*             */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'POST devplan': /*            */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'DELETE devplan': /*          */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'POST devplan/submit': /*     */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'POST devplan/agree': /*      */ 'SSS  Nxx  xxx   xxx  NNx   xxx',
  'POST devplan/return': /*     */ 'SSS  Nxx  xxx   xxx  NNx   xxx',
  'POST devplan/review': /*     */ 'SSS  Nxx  xxx   xxx  NNx   xxx',
  'GET devplan/snapshots': /*   */ 'SSS  Yxx  xxx   xxx  YYx   xxx',

  'GET devwaivers': /*          */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET devwaiver': /*           */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'PUT devwaiver': /*           */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'POST devwaiver': /*          */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'DELETE devwaiver': /*        */ 'SSS  Yxx  xxx   xxx  YYx   xxx',

  'GET devgoals': /*            */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET devgoal': /*             */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'PUT devgoal': /*             */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'POST devgoal': /*            */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'DELETE devgoal': /*          */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'POST devgoals/copy': /*      */ 'SSS  NNx  NNx   NNx  YYx   YYY',

  'GET devgoalprogresses': /*   */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET devgoalprogress': /*     */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'PUT devgoalprogress': /*     */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'POST devgoalprogress': /*    */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'DELETE devgoalprogress': /*  */ 'SSS  Yxx  xxx   xxx  NNx   xxx',

  // One records one's own activities, in organisations that one is a member of.
  'GET devactivities': /*       */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET devactivity': /*         */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'PUT devactivity': /*         */ 'SSS  YYx  YYx   YYx  YYx   NNN',
  'POST devactivity': /*        */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'DELETE devactivity': /*      */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'POST devactivity/verify': /* */ 'SSS  Nxx  xxx   xxx  NNx   xxx',

  'GET devformtemplates': /*    */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET devformtemplate': /*     */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'PUT devformtemplate': /*     */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST devformtemplate': /*    */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'DELETE devformtemplate': /*  */ 'SSS  NNx  NNx   NNx  YYx   YYY',

  // The template's form about the row's person, which they fill in themselves. An administrator reads submitted ones.
  'GET devforms': /*            */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET devform': /*             */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'PUT devform': /*             */ 'SSS  YNx  NNx   NNx  NNx   NNN',
  'POST devform': /*            */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'DELETE devform': /*          */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'POST devform/submit': /*     */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'POST devform/agree': /*      */ 'SSS  Nxx  xxx   xxx  NNx   xxx',
  'POST devform/return': /*     */ 'SSS  Nxx  xxx   xxx  NNx   xxx',

  'GET devqualifications': /*   */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET devqualification': /*    */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'PUT devqualification': /*    */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'POST devqualification': /*   */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'DELETE devqualification': /* */ 'SSS  Yxx  xxx   xxx  YYx   xxx',

  // Of the row's person with a colleague, or with another trainee.
  'GET userrelationships': /*   */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET userrelationship': /*    */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'PUT userrelationship': /*    */ 'SSS  YNx  NNx   NNx  YYx   NNN',
  'POST userrelationship': /*   */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'DELETE userrelationship': /* */ 'SSS  Yxx  xxx   xxx  YYx   xxx',

  'GET procedures': /*          */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET procedure': /*           */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'PUT procedure': /*           */ 'SSS  YYx  YYx   YYx  YYx   NNN',
  'POST procedure': /*          */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'DELETE procedure': /*        */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'POST procedure/submit': /*   */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'POST procedure/approve': /*  */ 'SSS  Nxx  xxx   xxx  NNx   xxx',
  'POST procedure/nhi': /*      */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  'POST procedures/nhi': /*     */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET procedure/next_case_number': 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET procedure/max_case_number': 'SSS  YYx  YYx   YYx  YYx   YYY',

  'GET procedureterms': /*      */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET procedureterm': /*       */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'PUT procedureterm': /*       */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST procedureterm': /*      */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'DELETE procedureterm': /*    */ 'SSS  NNx  NNx   NNx  YYx   YYY',

  // Numbers for the platform administrator.
  'GET cpd/stats': /*           */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'GET cpd/charts': /*          */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'POST cpd/import': /*         */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET cpd/report': /*          */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET cpd/report/pdf': /*      */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'POST cpd/report/address': /* */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'POST cpd/evidence/:entity/:entity_id/:file_id/view': 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'GET cpd/sendreport': /*      */ 'SSS  Yxx  xxx   xxx  YYx   xxx',
  'POST cpd/sendreport': /*     */ 'SSS  Yxx  xxx   xxx  NNx   xxx',
  // The row's person in it; numbers for the platform administrator.
  'GET cpd/matrix': /*          */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET cpd/refdata': /*         */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET cpd/contacts': /*        */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
}

const lists =
  /^GET (cpd\/matrix|cpdauditdraws|cpdstandards|dev(activities|categories|goalprogresses|cycles|forms|formtemplates|goals|plans|qualifications|waivers)|procedures|procedureterms|userrelationships)$/

/** Each list as a file (`format=csv`). */
export const cpdDownloads: Record<string, string> = Object.fromEntries(
  Object.entries(cpdTable)
    .filter(([route]) => lists.test(route))
    .map(([route, line]) => [route.slice('GET '.length), line]),
)

let made = 0
const unique = () => `cpd-${++made}`
// biome-ignore lint/suspicious/noExplicitAny: an insert into any table
const id = async (insert: { returning: any }): Promise<number> =>
  (await insert.returning('id').executeTakeFirstOrThrow()).id
const personOf = ({ owner, other }: Whose) => owner ?? other
const of = (whose: Whose) => ({ organisation_id: whose.organisation_id, user_id: personOf(whose) })

/** A cycle of today, for the row's person alone. */
const cycle = (db: Db, whose: Whose) =>
  id(
    db.insertInto('devcycle').values({
      ...{ organisation_id: whose.organisation_id, name: unique(), start: day(-10), end: day(10) },
      audience: { user_ids: [personOf(whose)] },
    }),
  )
const template = (db: Db, whose: Whose, state: 'draft' | 'published' = 'draft') =>
  id(
    db.insertInto('devformtemplate').values({
      ...{ organisation_id: whose.organisation_id, name: unique(), state },
      fields: sql<never>`'[{"name": "text", "label": "Text", "kind": "text"}]'::jsonb`,
    }),
  )

/** A row of each resource of professional development. */
export const cpdThings: Record<string, (db: Db, whose: Whose) => Promise<number>> = {
  cpdstandard: (db, { organisation_id }) =>
    id(db.insertInto('cpd_standard').values({ organisation_id, code: unique(), name: 'Our own' })),
  cpdauditdraw: async (db, whose) =>
    id(
      db.insertInto('cpd_audit_draw').values({
        ...{
          organisation_id: whose.organisation_id,
          devcycle_id: await cycle(db, whose),
          percent: 500,
          seed: unique(),
        },
        ...{ people: sql<never>`'[]'::jsonb`, drawn: sql<never>`'[]'::jsonb` },
      }),
    ),
  devactivity: (db, whose) => id(db.insertInto('devactivity').values({ ...of(whose), completed_on: day(-1) })),
  devcategory: (db, { organisation_id }) =>
    id(db.insertInto('devcategory').values({ organisation_id, code: unique(), name: 'Courses' })),
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
  devqualification: (db, whose) =>
    id(db.insertInto('devqualification').values({ ...of(whose), type: 'CPR', name: 'CPR' })),
  devwaiver: async (db, whose) => {
    const devplan_id = await cpdThings.devplan!(db, whose)
    return id(db.insertInto('devwaiver').values({ ...of(whose), devplan_id, from: day(-1), to: day(1), kind: 'leave' }))
  },
  procedure: (db, whose) =>
    id(db.insertInto('procedure').values({ ...of(whose), case_number: 1_000_000 + ++made, date: day(-1) })),
  procedureterm: (db, { organisation_id }) =>
    id(db.insertInto('procedure_term').values({ organisation_id, kind: 'region', code: unique(), name: 'Ankle' })),
  userrelationship: async (db, whose) => {
    const other_user_id = await stranger(db, whose)
    return id(
      db.insertInto('userrelationship').values({
        ...{ ...of(whose), other_user_id, kind: 'peer', requested_by_user_id: other_user_id },
      }),
    )
  },
}

/** A member of the organisation in addition to the people of the access table. */
async function stranger(db: Db, { organisation_id }: Whose): Promise<number> {
  const username = unique()
  const user_id = await id(
    db.insertInto('user_account').values({
      ...{ username, email: `${username}@example.com`, confirmed_at: sql<string>`now()` },
    }),
  )
  await db.insertInto('membership').values({ organisation_id, user_id, role_name: 'User' }).execute()
  return user_id
}

type Tried = { input: object; shows?: (rows: never) => boolean }
const showsId = (row_id: number) => (rows: { id: number }[]) => rows.some((row) => row.id === row_id)
const only = (name: string) => async (whose: Whose, db: Db) => ({ input: { id: await cpdThings[name]!(db, whose) } })
const named = async ({ organisation_id }: Whose) => ({ input: { organisation_id } })

/** Requests other than the verbs of a resource without more fields. */
export const cpdSpecials: Record<string, (whose: Whose, db: Db) => Promise<Tried>> = {
  'PUT devplan': async (whose, db) => ({
    input: { devcycle_id: await cycle(db, whose), organisation_id: whose.organisation_id, user_id: personOf(whose) },
  }),
  'PUT devwaiver': async (whose, db) => ({
    input: { devplan_id: await cpdThings.devplan!(db, whose), from: day(-1), to: day(1), kind: 'leave' },
  }),
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
    input: { id: await cpdThings.cpdstandard!(db, whose), organisation_id: whose.organisation_id },
  }),
  'POST devcycle/expire': only('devcycle'),
  'POST devcycle/reopen': async (whose, db) => {
    const cycle_id = await cycle(db, whose)
    await db.updateTable('devcycle').set({ expired_at: sql`now()` }).where('id', '=', cycle_id).execute()
    return { input: { id: cycle_id, reason: 'A late certificate' } }
  },
  'GET devcycles/current': async (whose, db) => {
    await db.deleteFrom('devgoal').execute()
    await db.deleteFrom('devplan').execute()
    await db.deleteFrom('devcycle').execute()
    return { input: { organisation_id: whose.organisation_id }, shows: showsId(await cycle(db, whose)) as never }
  },
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
  'POST devplan/agree': only('devplan'),
  'POST devplan/return': async (whose, db) => ({ input: { id: await cpdThings.devplan!(db, whose), text: 'Why?' } }),
  'POST devplan/review': only('devplan'),
  'GET devplan/snapshots': only('devplan'),
  'POST devgoals/copy': async (whose, db) => ({
    input: { from_cycle: await cycle(db, whose), to_user_ids: [personOf(whose)] },
  }),
  'POST devactivity/verify': only('devactivity'),
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
  'GET cpd/matrix': async (whose, db) => {
    // JSON, or the rows of the CSV file.
    const shows = (matrix: { people: { user_id: number }[] } | { user_id: number }[]) =>
      ('people' in matrix ? matrix.people : matrix).some(({ user_id }) => user_id === personOf(whose))
    return { input: { cycle_id: await cycle(db, whose) }, shows: shows as never }
  },
  'GET cpd/report/pdf': async (whose, db) => ({ input: { plan_id: await cpdThings.devplan!(db, whose) } }),
  'POST cpd/report/address': async (whose, db) => ({ input: { plan_id: await cpdThings.devplan!(db, whose) } }),
  'GET cpd/report': async (whose, db) => ({ input: { plan_id: await cpdThings.devplan!(db, whose) } }),
  'GET cpd/sendreport': async (whose, db) => ({ input: { plan_id: await cpdThings.devplan!(db, whose) } }),
  'POST cpd/sendreport': async (whose, db) => ({
    input: { plan_id: await cpdThings.devplan!(db, whose), to: 'a@example.com' },
  }),
  'GET cpd/refdata': async (whose, db) => {
    const category = await cpdThings.devcategory!(db, whose)
    const shows = ({ categories }: { categories: { id: number }[] }) => categories.some((row) => row.id === category)
    return { input: { organisation_id: whose.organisation_id }, shows: shows as never }
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
  cpdstandard: ({ organisation_id }) => ({ organisation_id, code: unique(), name: 'Our own' }),
  devactivity: ({ organisation_id }) => ({ organisation_id, completed_on: day(-1) }),
  devcategory: ({ organisation_id }) => ({ organisation_id, code: unique(), name: 'Courses' }),
  devcycle: ({ organisation_id }) => {
    const start = `19${String(10 + (++made % 80))}-01-01`
    return {
      organisation_id,
      name: unique(),
      start,
      end: start.replace('01-01', '01-02'),
      audience: { qualification: unique() },
    }
  },
  devformtemplate: ({ organisation_id }) => ({ organisation_id, name: unique() }),
  devqualification: (whose) => ({ ...of(whose), type: 'CPR', name: 'CPR' }),
  procedure: ({ organisation_id }) => ({ organisation_id, date: day(-1) }),
  procedureterm: ({ organisation_id }) => ({ organisation_id, kind: 'region', code: unique(), name: 'Ankle' }),
}

export const cpdChanges: Record<string, () => object> = {
  cpdstandard: () => ({ name: 'Our own' }),
  devactivity: () => ({ target: 'Audit' }),
  devcategory: () => ({ name: 'Courses' }),
  devcycle: () => ({ name: unique() }),
  devform: () => ({ answers: { text: 'x' } }),
  devformtemplate: () => ({ filled_by: 'self' }),
  devgoal: () => ({ specific: 'x' }),
  devgoalprogress: () => ({ text: 'x' }),
  devplan: () => ({ registered_from: null }),
  devqualification: () => ({ name: 'CPR' }),
  devwaiver: () => ({ reason: 'x' }),
  procedure: () => ({ region: 'Ankle' }),
  procedureterm: () => ({ name: 'Ankle' }),
  userrelationship: () => ({ assessment_level: '1' }),
}
