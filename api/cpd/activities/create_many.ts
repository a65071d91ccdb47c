import type { Static } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { todayOf } from '../access.ts'
import { checkFiles, endPublicLinks, filesFor, insertEvidence } from '../evidence.ts'
import { checkOutside, closedCycles } from '../freezing.ts'
import { checkDatesOn } from './activity_dates.ts'
import { activeCategories, countCredits } from './credits.ts'
import { checkWriter, type devactivity, toColumns } from './devactivity.ts'
import { checkGoals, ownGoals } from './goals.ts'

/** New activities of a person in statements for all of them, with the checks and columns of a single one. */

/**
 * Reads what the bodies are checked against.
 *
 * @returns a function that makes a row of a body, or throws why it is refused
 */
export async function prepareActivities(db: Db, viewer: Viewer, of: Of, bodies: Body[]): Promise<(body: Body) => Row> {
  const today = await todayOf(db, of.organisation_id)
  const cycles = await closedCycles(db, { ...of, dates: bodies.map(({ completed_on }) => completed_on) })
  const categories = await activeCategories(db, of.organisation_id)
  const goals_of_person = await ownGoals(
    db,
    of,
    bodies.flatMap(({ goals = [] }) => goals),
  )
  const files = await filesFor(
    db,
    viewer,
    of,
    bodies.flatMap(({ evidence = [] }) => evidence),
  )
  return ({ credits = [], goals = [], evidence = [], ...body }) => {
    const values = { hours: 0, state: 'recorded' as const, ...toColumns(body), ...of }
    checkWriter(viewer, values, 'draft')
    checkDatesOn(today, values)
    checkOutside(cycles, values.completed_on)
    checkGoals(goals_of_person, goals)
    checkFiles(files, evidence)
    return {
      client_key: body.client_key,
      values,
      credits: countCredits(categories, values.hours, credits),
      goals,
      evidence,
    }
  }
}

/**
 * Inserts rows with keys; rows whose key exists are not changed.
 *
 * @returns the keys of the others
 */
export async function insertActivities(trx: Trx, _viewer: Viewer, rows: Row[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const inserted = await trx
    .insertInto('devactivity')
    .values(rows.map(({ values }) => values))
    .onConflict((on) => on.columns(['user_id', 'client_key']).where('client_key', 'is not', null).doNothing())
    .returning(['id', 'client_key'])
    .execute()
  const ids = new Map(inserted.map(({ id, client_key }) => [client_key, id]))
  const of = <T>(part: (row: Row) => T[]) =>
    rows.flatMap((row) => {
      const id = ids.get(row.client_key!)
      return id === undefined ? [] : part(row).map((value) => ({ devactivity_id: id, value }))
    })
  const credits = of((row) => row.credits).map(({ value, devactivity_id }) => ({ devactivity_id, ...value }))
  if (credits.length > 0) await trx.insertInto('devactivity_credit').values(credits).execute()
  const goals = of((row) => row.goals).map(({ devactivity_id, value }) => ({ devactivity_id, devgoal_id: value }))
  if (goals.length > 0) await trx.insertInto('devactivity_goal').values(goals).execute()
  const proved = of((row) => (row.evidence.length > 0 ? [row] : []))
  if (proved.length > 0) {
    const entity = 'devactivity' as const
    await insertEvidence(
      trx,
      proved.map(({ devactivity_id, value: { values, evidence } }) => ({
        organisation_id: values.organisation_id,
        user_id: values.user_id,
        entity,
        entity_id: devactivity_id,
        title: values.target ?? '',
        file_ids: evidence,
      })),
    )
    await endPublicLinks(
      trx,
      entity,
      proved.map(({ devactivity_id }) => devactivity_id),
    )
  }
  return new Set(inserted.map(({ client_key }) => client_key!))
}

type Of = { organisation_id: number; user_id: number }
type Body = Static<NonNullable<typeof devactivity.create>['body']>
type Row = {
  client_key: string | null | undefined
  values: Omit<Body, 'credits' | 'goals' | 'evidence'> & Of & { hours: number; state: 'draft' | 'recorded' }
  credits: ReturnType<typeof countCredits>
  goals: number[]
  evidence: number[]
}
