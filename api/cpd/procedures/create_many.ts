import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { contextOf } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { checkOpensPrivate, todayOf } from '../access.ts'
import { checkDayOn } from '../activities/activity_dates.ts'
import { checkFiles, endPublicLinks, filesFor, insertEvidence } from '../evidence.ts'
import { checkOutside, closedCycles } from '../freezing.ts'
import { noSuchPerson } from '../people/person_for.ts'
import { maxCaseNumber } from './case_numbers.ts'
import { checkNotSelf, type procedure, titleOf } from './procedure.ts'
import { checkNhi, sealNhi } from './sealed_nhi.ts'

/** New cases of a person in statements for all of them, with the checks and columns of a single one. */

/**
 * Begins to number cases. What is checked without being written has its numbers, too, so that the next part continues.
 *
 * @returns a function that reads what bodies are checked against; its answer makes a row of a body, or throws why it is
 *   refused
 */
export function prepareProcedures(): (db: Db, viewer: Viewer, of: Of, bodies: Body[]) => Promise<(body: Body) => Row> {
  const given = new Set<number>()
  let highest = 0
  return async (db, viewer, of, bodies) => {
    const today = await todayOf(db, of.organisation_id)
    const cycles = await closedCycles(db, { ...of, dates: bodies.map(({ date }) => date) })
    highest = Math.max(highest, await maxCaseNumber(db, of))
    for (const number of await takenNumbers(db, of, bodies)) given.add(number)
    const supervisors = await membersAmong(db, of.organisation_id, bodies)
    const files = await filesFor(
      db,
      viewer,
      of,
      bodies.flatMap(({ evidence = [] }) => evidence),
    )
    return ({ evidence = [], nhi, organisation_id: _, ...body }) => {
      const { date, supervisor_user_id } = body
      checkDayOn(today, date, 'date')
      if (supervisor_user_id && !supervisors.has(supervisor_user_id)) throw noSuchPerson('supervisor_user_id')
      checkNotSelf(of.user_id, supervisor_user_id)
      checkOutside(cycles, date)
      if (nhi) {
        checkOpensPrivate(viewer, 'nhi')
        checkNhi(nhi)
      }
      checkFiles(files, evidence)
      const case_number = body.case_number ?? highest + 1
      if (given.has(case_number)) throw new AppError('number_conflict', undefined, 'case_number')
      given.add(case_number)
      highest = Math.max(highest, case_number)
      return { client_key: body.client_key, values: { ...body, ...of, case_number }, nhi: nhi || null, evidence }
    }
  }
}

/**
 * Inserts rows with keys; rows whose key exists are not changed.
 *
 * @returns the keys of the others
 */
export async function insertProcedures(trx: Trx, _viewer: Viewer, rows: Row[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const inserted = await trx
    .insertInto('procedure')
    .values(rows.map(({ values }) => values))
    .onConflict((on) => on.columns(['user_id', 'client_key']).where('client_key', 'is not', null).doNothing())
    .returning(['id', 'client_key'])
    .execute()
  const ids = new Map(inserted.map(({ id, client_key }) => [client_key, id]))
  const created = rows.flatMap((row) => {
    const id = ids.get(row.client_key!)
    return id === undefined ? [] : [{ id, ...row }]
  })
  await sealAll(trx, created)
  const proved = created.filter(({ evidence }) => evidence.length > 0)
  if (proved.length > 0) {
    const entity = 'procedure' as const
    await insertEvidence(
      trx,
      proved.map(({ id, evidence, values: { organisation_id, user_id, case_number } }) => ({
        organisation_id,
        user_id,
        entity,
        entity_id: id,
        title: titleOf(case_number),
        file_ids: evidence,
      })),
    )
    await endPublicLinks(
      trx,
      entity,
      proved.map(({ id }) => id),
    )
  }
  return new Set(inserted.map(({ client_key }) => client_key!))
}

/** Seals the health numbers after the insert: a seal names its row. */
async function sealAll(trx: Trx, created: (Row & { id: number })[]): Promise<void> {
  const { keys } = contextOf(trx)
  const sealed = created.flatMap(({ id, nhi, values: { organisation_id } }) =>
    nhi === null ? [] : [{ id, ...sealNhi(keys, { id, organisation_id, nhi }) }],
  )
  if (sealed.length === 0) return
  await sql`update procedure set nhi_sealed = s.nhi_sealed, nhi_index = s.nhi_index, nhi_mask = s.nhi_mask
    from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb)
      as s(id bigint, nhi_sealed text, nhi_index text, nhi_mask text)
    where procedure.id = s.id`.execute(trx)
}

/** Numbers that bodies name, and that cases have. */
async function takenNumbers(db: Db, { organisation_id, user_id }: Of, bodies: Body[]): Promise<number[]> {
  const named = bodies.flatMap(({ case_number }) => (case_number === undefined ? [] : [case_number]))
  if (named.length === 0) return []
  const found = await db
    .selectFrom('procedure')
    .select('case_number')
    .where('organisation_id', '=', organisation_id)
    .where('user_id', '=', user_id)
    .where('case_number', 'in', named)
    .execute()
  return found.map(({ case_number }) => case_number)
}

async function membersAmong(db: Db, organisation_id: number, bodies: Body[]): Promise<Set<number>> {
  const named = bodies.flatMap(({ supervisor_user_id }) => (supervisor_user_id ? [supervisor_user_id] : []))
  if (named.length === 0) return new Set()
  const found = await db
    .selectFrom('membership')
    .select('user_id')
    .where('organisation_id', '=', organisation_id)
    .where('user_id', 'in', named)
    .execute()
  return new Set(found.map(({ user_id }) => user_id))
}

type Of = { organisation_id: number; user_id: number }
type Body = Static<NonNullable<typeof procedure.create>['body']>
type Row = {
  client_key: string | null | undefined
  values: Omit<Body, 'nhi' | 'evidence'> & Of & { case_number: number }
  nhi: string | null
  evidence: number[]
}
