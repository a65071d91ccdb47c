import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'

const ofOther = {
  organisation: Nullable(Type.String()),
  devactivity_id: Nullable(Type.Unsafe<number>({ ...Id, description: 'Of the activity there, for its person' })),
  differs: Type.Boolean({ description: 'Title, hours, days or provider are others there by now' }),
}

/** In which other organisations an activity counts, too. */
export const CountsIn = Type.Array(Type.Object(ofOther))

/** From which organisation an activity comes that counts here, too. */
export const RecordedIn = Nullable(
  Type.Object({ ...ofOther, removed: Type.Boolean({ description: 'The original does not exist any more' }) }),
)

const differs = sql`(original.target, original.hours, original.began_on, original.completed_on, original.provider)
  is distinct from (copy.target, copy.hours, copy.began_on, copy.completed_on, copy.provider)`

export const countsIn = ({ user_id }: Viewer) => sql<unknown>`(
  select coalesce(json_agg(json_build_object('organisation', o.name, 'differs', ${differs},
    'devactivity_id', case when s.user_id = ${user_id} then s.devactivity_id end) order by o.name), '[]')
  from devactivity_share s join organisation o on o.id = s.organisation_id
    join devactivity copy on copy.id = s.devactivity_id join devactivity original on original.id = s.source_devactivity_id
  where s.source_devactivity_id = devactivity.id)`

export const recordedIn = ({ user_id }: Viewer) => sql<unknown>`(
  select json_build_object('organisation', o.name, 'removed', original.id is null,
    'differs', original.id is not null and ${differs},
    'devactivity_id', case when s.user_id = ${user_id} then s.source_devactivity_id end)
  from devactivity_share s join devactivity copy on copy.id = s.devactivity_id
    left join organisation o on o.id = s.source_organisation_id
    left join devactivity original on original.id = s.source_devactivity_id
  where s.devactivity_id = devactivity.id)`

/** What the original says. Categories, goals, evidence and reflection are those of the other organisation. */
const fixed = ['target', 'hours', 'began_on', 'completed_on', 'provider'] as const

/**
 * Refuses what would make both differ, or count in one of them only.
 *
 * @param changes columns that are given
 * @throws {AppError} not_possible
 */
export async function checkShared(trx: Trx, stored: { id: number } & Values, changes: Values): Promise<void> {
  const changed = fixed.find((name) => {
    const value = changes[name]
    return value !== undefined && JSON.stringify(value) !== JSON.stringify(stored[name])
  })
  if (changed && (await isCopy(trx, stored.id))) {
    throw new AppError(
      'not_possible',
      `${changed}: this comes from another organisation of yours. Change it there, or delete it here.`,
      changed,
    )
  }
  const hidden = changes.private === true ? 'private' : changes.state === 'draft' ? 'state' : null
  if (hidden && (await copiesOf(trx, stored.id)).length > 0) {
    throw new AppError(
      'not_possible',
      `${hidden}: this activity counts in another organisation, too. Delete it there first.`,
      hidden,
    )
  }
}

async function isCopy(trx: Trx, id: number): Promise<boolean> {
  const { rows } = await sql`select from devactivity_share where devactivity_id = ${id}`.execute(trx)
  return rows.length > 0
}

/** The activities in other organisations that were made of one. */
export const copiesOf = (trx: Trx, id: number) =>
  trx
    .selectFrom('devactivity as a')
    .innerJoin('devactivity_share as s', 's.devactivity_id', 'a.id')
    .selectAll('a')
    .where('s.source_devactivity_id', '=', id)
    .orderBy('a.id')
    .forUpdate('a')
    .execute()

type Values = Record<string, unknown>
