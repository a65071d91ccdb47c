import { type Kysely, sql } from 'kysely'
import unhomoglyph from 'unhomoglyph'
import type { Database } from '#db/tables/index.ts'
import { AppError } from '../http/errors.ts'

/**
 * What names that look the same have in common: their skeletons by UTS 39, with the letters as written and in lower case.
 * Macrons and other marks stay, so Ngāti and Ngati are two names.
 */
export function skeletonsOf(name: string): string[] {
  const composed = name.normalize('NFKC')
  return [...new Set([skeletonOf(composed), skeletonOf(composed.toLowerCase())])]
}

/**
 * @param id the organisation that is renamed
 * @throws {AppError} name_conflict when a name looks like that of another organisation
 */
export async function refuseLookAlike(db: Db, name: string, { id, field = 'name' }: NameCheck = {}): Promise<void> {
  if (!(await isLookAlike(db, name, id))) return
  throw new AppError(
    'name_conflict',
    'This name looks like that of another organisation. Please give one that people can tell apart.',
    field,
  )
}

/** Whether another organisation has a name that looks the same. The same name itself is for its unique index to refuse. */
export async function isLookAlike(db: Db, name: string, id: number | null = null): Promise<boolean> {
  await fillMissing(db)
  const { rows } = await sql`select from organisation_skeleton s join organisation o on o.id = s.organisation_id
    where s.skeletons && ${skeletonsOf(name)}::text[] and lower(o.name) <> lower(${name})
      and o.id is distinct from ${id}::bigint limit 1`.execute(db)
  return rows.length > 0
}

/** Skeletons are computed here, not in the database: those of new and changed names when the next one is compared. */
async function fillMissing(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ id: number; name: string }>`
      select o.id, o.name from organisation o left join organisation_skeleton s on s.organisation_id = o.id
      where s.organisation_id is null order by o.id limit ${sql.lit(AT_ONCE)}`.execute(db)
    if (rows.length === 0) return
    await db
      .insertInto('organisation_skeleton')
      .values(rows.map(({ id, name }) => ({ organisation_id: id, skeletons: skeletonsOf(name) })))
      .onConflict((on) => on.doNothing())
      .execute()
  }
}

/** Decomposes, replaces each character by what it looks like, and decomposes the result. A page shows one space of many. */
const skeletonOf = (name: string) =>
  unhomoglyph(name.normalize('NFD')).normalize('NFD').replace(UNSEEN, '').replace(/\s+/g, ' ').trim()

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800]/gu

const AT_ONCE = 500

type Db = Kysely<Database>
type NameCheck = { id?: number; field?: string }
