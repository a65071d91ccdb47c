import { stringify } from 'csv-stringify/sync'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { bigints } from '#db/arrays.ts'
import type { Db } from '#db/database.ts'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { auditExport } from '../../crud/audit.ts'
import { managesAll, organisationsOf, type Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { todayOf, withCpd } from '../access.ts'
import { openMatrix, type Row, rowsOf } from './matrix.ts'

const Entry = Type.Object({
  registration_number: Type.String({ description: 'The number of the person' }),
  family_name: Type.String(),
  given_names: Type.String(),
  name: Type.String(),
  cycle: Type.String(),
  start: DateOnly,
  end: DateOnly,
  registered_from: Nullable(DateOnly),
  compliant: Type.Unsafe<'yes' | 'no' | 'nothing asked'>(Type.String({ enum: ['yes', 'no', 'nothing asked'] })),
  as_of: Type.Unsafe<string>({
    ...DateOnly,
    description: 'The day on which the cycle, or the person’s own period, was closed; else today',
  }),
  final: Type.Unsafe<'yes' | 'no'>(Type.String({ enum: ['yes', 'no'], description: 'Whether it is closed' })),
})

/** What a regulator is sent about the people of a cycle: who they are and whether they have met it, nothing else. */
export const readRegister = defineAction({
  method: 'GET',
  path: 'cpd/register',
  tags: ['cpd'],
  summary: 'Read who has met a cycle, with registration numbers, for the regulator; for administrators',
  query: Type.Object(
    { cycle_id: Id, format: Type.Optional(Type.Unsafe<'json' | 'csv'>(Type.String({ enum: ['json', 'csv'] }))) },
    { additionalProperties: false },
  ),
  answer: Type.Array(Entry),
  async run({ context: { db }, viewer, query: { cycle_id, format = 'json' }, reply }) {
    const matrix = await openMatrix(db, viewer, { cycle_id })
    const { organisation_id } = matrix.cycle
    // Administrators as members: a platform administrator reads numbers, and reports to no regulator.
    if (!organisationsOf(withCpd(viewer), ...managesAll).includes(organisation_id)) {
      throw new AppError('forbidden', 'Only an administrator of the organisation may do that.')
    }
    const entries = await entriesOf(db, viewer, matrix)
    if (format === 'json') return entries
    const about = { action: 'cpd.register', entity: 'devcycle', format, organisations: [organisation_id] }
    await auditExport(db, viewer, about)
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="register.csv"')
    const columns = Object.keys(Entry.properties)
    return reply.send(stringify(entries, { header: true, columns, escape_formulas: true }))
  },
})

async function entriesOf(db: Db, viewer: Viewer, matrix: Awaited<ReturnType<typeof openMatrix>>) {
  const { cycle } = matrix
  const rows: Row[] = []
  for await (const row of rowsOf(db, viewer, matrix)) rows.push(row)
  const user_ids = rows.map(({ user_id }) => user_id)
  const today = await todayOf(db, cycle.organisation_id)
  const { rows: people } = await sql<Person>`
    select u.id, coalesce(u.number, '') as registration_number, coalesce(u.lastname, '') as family_name,
      coalesce(u.firstname, '') as given_names, c.name as cycle, p.registered_from,
      (coalesce(c.expired_at, p.closed_at) at time zone o.timezone)::date as closed_on
    from user_account u join devcycle c on c.id = ${cycle.id} join organisation o on o.id = c.organisation_id
      left join devplan p on p.user_id = u.id and p.devcycle_id = c.id
    where u.id = any(${bigints(user_ids)}::bigint[])`.execute(db)
  const found = new Map(people.map((person) => [person.id, person]))
  return rows.map(({ user_id, person, verdict, closed }) => {
    const { id: _, closed_on, ...known } = found.get(user_id)!
    const compliant = ({ met: 'yes', unmet: 'no', empty: 'nothing asked' } as const)[verdict]
    const { start, end } = cycle
    const state = { compliant, as_of: closed_on ?? today, final: closed ? ('yes' as const) : ('no' as const) }
    return { ...known, name: person, start, end, ...state }
  })
}

type Person = {
  id: number
  registration_number: string
  family_name: string
  given_names: string
  cycle: string
  registered_from: string | null
  closed_on: string | null
}
