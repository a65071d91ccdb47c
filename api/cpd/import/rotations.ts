import { sql } from 'kysely'
import { type TProperties, Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { CpdRotation } from '#db/tables/cpd/rotations/cpd_rotation.ts'
import { checkName } from '../../crud/checks.ts'
import { makeCheck, toBody } from '../../crud/imports/cells.ts'
import { bodyOf } from '../../crud/resource.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { wrong } from '../../http/errors.ts'
import { isAdministrator, oneselfIn } from '../people/person_for.ts'
import { checkRotation, cpdrotation } from '../rotations/cpdrotation.ts'
import { attemptAsync, type Checked, type Importer, type ImportRequest, type NumberedLine } from './importer.ts'

const { place, specialty, begins, ends, percent } = CpdRotation.columns
const Email = Type.String({ minLength: 3, maxLength: 254 })
const body = bodyOf(
  { place, begins, ends },
  {
    /** Whose it is, for administrators; oneself without it. */
    email: Email,
    specialty,
    percent,
    /** Address of a member who is asked to supervise it. */
    supervisor: Email,
  },
)
const check = makeCheck(body)

/** Rotations: one's own, and for administrators those of members. The same person, place and first day is one rotation. */
export const rotations: Importer<Row> = {
  resource: 'cpdrotation',
  columns: Object.keys(body.properties),
  quota: cpdrotation.quota!,
  pace: { first: 20, least: 5, most: 100 },
  async prepare(_context, { viewer }) {
    checkNotImpersonating(viewer)
  },
  async begin(_db, request) {
    const before = new Map<number, Row>()
    return {
      async check(db, some) {
        const checked: Checked<Row>[] = []
        for (const line of some) checked.push(await attemptAsync(() => checkLine(db, request, before, line)))
        return checked
      },
      async write(trx, rows) {
        for (const row of rows) await cpdrotation.create!.run(trx, request.viewer, row, undefined)
        return rows.map(() => 'created')
      },
    }
  },
}

async function checkLine(db: Db, request: ImportRequest, before: Map<number, Row>, { line, number }: NumberedLine) {
  const { viewer, organisation_id, date_order } = request
  const values = toBody(line, body.properties as TProperties, { date_order }) as Values
  check(values)
  const { email, supervisor, ...rest } = values
  const user_id = email ? await memberBy(db, organisation_id, email, 'email') : null
  const of = await oneselfIn(db, viewer, organisation_id)
  const whose = user_id ?? of.user_id
  if (whose !== viewer.user_id && !isAdministrator(viewer, organisation_id)) throw noMember('email')
  const supervisor_user_id = supervisor ? await memberBy(db, organisation_id, supervisor, 'supervisor') : undefined
  if (supervisor_user_id === whose) throw wrong('supervisor', 'nobody supervises themselves.')
  const named = { ...rest, place: checkName(rest.place, 'place'), organisation_id, user_id: whose }
  if (await isThere(db, named)) return { row: null, is: 'existing' as const }
  await checkRotation(db, named)
  for (const [at, other] of before) {
    if (at === number || other.user_id !== whose || other.begins > named.ends || other.ends < named.begins) continue
    throw wrong('begins', `overlaps line ${at}.`)
  }
  const row = { ...named, ...(supervisor_user_id !== undefined && { supervisor_user_id }) }
  before.set(number, row)
  return { row, is: 'created' as const }
}

async function isThere(db: Db | Trx, { organisation_id, user_id, place, begins }: Row): Promise<boolean> {
  const { rows } =
    await sql`select from cpd_rotation where user_id = ${user_id} and organisation_id = ${organisation_id}
    and begins = ${begins}::date and lower(place) = lower(${place})`.execute(db)
  return rows.length > 0
}

async function memberBy(db: Db, organisation_id: number, email: string, field: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select u.id from user_account u
      join membership m on m.user_id = u.id and m.organisation_id = ${organisation_id}
    where lower(u.email) = lower(${email.trim()}) and u.deleted_at is null`.execute(db)
  if (!rows[0]) throw noMember(field)
  return rows[0].id
}

const noMember = (field: string) => wrong(field, 'is no member.')

type Row = {
  organisation_id: number
  user_id: number
  place: string
  begins: string
  ends: string
  specialty?: string
  percent?: number
  supervisor_user_id?: number
}
type Values = Omit<Row, 'organisation_id' | 'user_id' | 'supervisor_user_id'> & { email?: string; supervisor?: string }
