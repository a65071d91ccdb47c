import type { TObject } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { makeCheck, toBody } from '../../crud/imports/cells.ts'
import type { QuotasOf } from '../../crud/quotas.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { insertActivities, prepareActivities } from '../activities/create_many.ts'
import { devactivity } from '../activities/devactivity.ts'
import { oneselfIn } from '../people/person_for.ts'
import { lockCaseNumbers } from '../procedures/case_numbers.ts'
import { insertProcedures, prepareProcedures } from '../procedures/create_many.ts'
import { procedure } from '../procedures/procedure.ts'
import { attempt, type Importer } from './importer.ts'
import { withKeys } from './keys.ts'

/** Activities and procedures: the person's own, as if they were recorded one by one. */
export const activities = recordsOf({
  resource: 'devactivity',
  body: devactivity.create!.body,
  quota: devactivity.quota!,
  begin: () => prepareActivities,
  insert: insertActivities,
})
export const procedures = recordsOf({
  resource: 'procedure',
  body: procedure.create!.body,
  quota: procedure.quota!,
  begin: prepareProcedures,
  insert: insertProcedures,
  lock: lockCaseNumbers,
})

function recordsOf<Body extends Keyed, Row extends Keyed>(kind: Kind<Body, Row>): Importer<Row> {
  const { resource, body, quota, insert } = kind
  const check = makeCheck(body)
  return {
    resource,
    columns: Object.keys(body.properties).filter((name) => name !== 'organisation_id'),
    quota,
    pace: { first: 100, least: 10, most: 250 },
    async begin(_db, { viewer, organisation_id, date_order, lines }) {
      const keyed = new Map(withKeys(lines).map(({ number, line }) => [number, line]))
      const seen = new Set<string>()
      const prepare = kind.begin()
      return {
        lock: async (trx) => kind.lock?.(trx, { organisation_id, user_id: viewer.user_id }),
        async check(db, some) {
          const of = await oneselfIn(db, viewer, organisation_id)
          const codes = await categoryCodes(db, organisation_id)
          const convert = { credits: (text: string) => creditsOf(text, codes) }
          const bodies = some.map(({ number }) =>
            attempt(() => {
              const values = {
                ...toBody(keyed.get(number)!, body.properties, { date_order, convert }),
                organisation_id,
              }
              check(values)
              return values as unknown as Body
            }),
          )
          const good = bodies.flatMap((one) => (one instanceof AppError ? [] : [one]))
          const arrived = await arrivedOf(db, resource, of.user_id, good)
          const toRow = await prepare(db, viewer, of, good)
          return bodies.map((one) => {
            if (one instanceof AppError) return one
            const key = one.client_key!
            if (arrived.has(key) || seen.has(key)) return { row: null, is: 'existing' as const }
            const row = attempt(() => toRow(one))
            if (row instanceof AppError) return row
            seen.add(key)
            return { row, is: 'created' as const }
          })
        },
        async write(trx, rows) {
          const created = await insert(trx, viewer, rows)
          return rows.map(({ client_key }) => (created.has(client_key!) ? 'created' : 'existing'))
        },
      }
    },
  }
}

/** Keys of lines that an earlier import has created. */
async function arrivedOf(
  db: Db,
  table: 'devactivity' | 'procedure',
  user_id: number,
  bodies: Keyed[],
): Promise<Set<string | null>> {
  if (bodies.length === 0) return new Set()
  const found = await db
    .selectFrom(table)
    .select('client_key')
    .where('user_id', '=', user_id)
    .where(
      'client_key',
      'in',
      bodies.map(({ client_key }) => client_key!),
    )
    .execute()
  return new Set(found.map(({ client_key }) => client_key))
}

/** Codes of categories with hours, such as `EA:2;RP:1.5`. */
function creditsOf(text: string, codes: Codes) {
  return text.split(';').map((part) => {
    const [code = '', hours = ''] = part.split(':').map((one) => one.trim())
    const category = codes.get(code.toLowerCase())
    if (!category) throw wrong('credits', noCategory(code, codes))
    return { devcategory_id: category.id, hours: Number(hours.replace(',', '.')) }
  })
}

function noCategory(unknown: string, codes: Codes): string {
  const known = [...codes.values()].map(({ code }) => code)
  const named = known.slice(0, MOST_NAMED).join(', ')
  const choices = known.length === 0 ? 'the organisation has none' : `it is one of ${named}`
  return `there is no category ${unknown.slice(0, 50)}; ${choices}${known.length > MOST_NAMED ? ', …' : ''}.`
}

/** Codes that an error names. */
const MOST_NAMED = 30

async function categoryCodes(db: Db, organisation_id: number): Promise<Codes> {
  const categories = await db
    .selectFrom('devcategory')
    .select(['id', 'code'])
    .where('organisation_id', '=', organisation_id)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return new Map(categories.map((category) => [category.code.toLowerCase(), category]))
}

/** Categories by their codes in lower case. */
type Codes = Map<string, { id: number; code: string }>
type Keyed = { client_key?: string | null }
type Of = { organisation_id: number; user_id: number }
type Kind<Body, Row> = {
  resource: 'devactivity' | 'procedure'
  body: TObject
  quota: QuotasOf
  lock?(trx: Trx, of: Of): Promise<void>
  /** @returns a function that reads what bodies are checked against; its answer makes a row of each, or throws why not */
  begin(): (db: Db, viewer: Viewer, of: Of, bodies: Body[]) => Promise<(body: Body) => Row>
  /** @returns keys of the rows that were not there before */
  insert(trx: Trx, viewer: Viewer, rows: Row[]): Promise<Set<string>>
}
