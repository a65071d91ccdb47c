import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { cpdOrganisation } from '../access.ts'

/** Case numbers of a person are given one after another: parallel inserts wait here. */
export async function lockCaseNumbers(trx: Trx, { organisation_id, user_id }: Of): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`procedure ${organisation_id} ${user_id}`}, 0))`.execute(
    trx,
  )
}

/** One more than the highest. */
export const nextCaseNumber = async (db: Db, of: Of): Promise<number> => (await maxCaseNumber(db, of)) + 1

export async function maxCaseNumber(db: Db, { organisation_id, user_id }: Of): Promise<number> {
  const { rows } = await sql<{ max: number }>`select coalesce(max(case_number), 0)::int as max from procedure
    where organisation_id = ${organisation_id} and user_id = ${user_id}`.execute(db)
  return rows[0]!.max
}

const Query = Type.Object({ organisation_id: Type.Optional(Id) }, { additionalProperties: false })
const Answer = Type.Object({ case_number: Type.Integer() })

/** Proposals for forms; the number itself is given by the insert. */
export const readNextCaseNumber = defineNumber(
  'next_case_number',
  'Read the number that your next case would get',
  nextCaseNumber,
)
export const readMaxCaseNumber = defineNumber(
  'max_case_number',
  'Read the highest number of your cases; 0 without any',
  maxCaseNumber,
)

function defineNumber<const Name extends string>(name: Name, summary: string, read: typeof maxCaseNumber) {
  return defineAction({
    method: 'GET',
    path: `procedure/${name}` as const,
    tags: ['procedures'],
    summary,
    query: Query,
    answer: Answer,
    async run({ context: { db }, viewer, query }) {
      const organisation_id = await cpdOrganisation(db, viewer, query.organisation_id)
      return { case_number: await read(db, { organisation_id, user_id: viewer.user_id }) }
    },
  })
}

type Of = { organisation_id: number; user_id: number }
