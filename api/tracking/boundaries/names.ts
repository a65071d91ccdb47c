import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'

/**
 * Checks that an owner has no other boundary of this name, in any case or composition. Those that had one name before
 * keep it until their name or owner changes. Ends with `trx`: one write of a name at a time.
 *
 * @throws {AppError} name_conflict
 */
export async function checkBoundaryName(
  trx: Trx,
  { id, organisation_id, owner_user_id, name }: NamedBoundary,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`boundary names ${organisation_id}`}, 0))`.execute(trx)
  // Compared here: the embedded database knows upper and lower case of ASCII only.
  const others = await trx
    .selectFrom('boundary')
    .select(['id', 'name'])
    .where('organisation_id', '=', organisation_id)
    .where('owner_user_id', 'is not distinct from', owner_user_id)
    .execute()
  const key = keyOf(name)
  if (others.some((other) => other.id !== id && keyOf(other.name) === key)) {
    throw new AppError('name_conflict', undefined, 'name')
  }
}

/** Same, for a change of one or both; what stays as it is stored passes. */
export async function checkChangedName(trx: Trx, id: number, changes: Partial<NamedBoundary>): Promise<void> {
  if (changes.name === undefined && changes.owner_user_id === undefined) return
  const stored = await trx
    .selectFrom('boundary')
    .select(['organisation_id', 'owner_user_id', 'name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { name = stored.name, owner_user_id = stored.owner_user_id } = changes
  if (keyOf(name) === keyOf(stored.name) && owner_user_id === stored.owner_user_id) return
  await checkBoundaryName(trx, { id, organisation_id: stored.organisation_id, owner_user_id, name })
}

const keyOf = (name: string) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

type NamedBoundary = { id?: number; organisation_id: number; owner_user_id: number | null; name: string }
