import { type SelectQueryBuilder, sql } from 'kysely'
import type { TSchema } from 'typebox'
import type { Db } from '#db/database.ts'
import { mostBytes } from '#db/tables/bytes.ts'
import { untyped } from '../query.ts'
import type { Resource } from '../resource.ts'

/** What the rows of a page have together, at most, as texts in UTF-8; one row more where that is larger. */
export const PAGE_BYTES = 8 * 2 ** 20

/**
 * Reads a page up to `PAGE_BYTES`. The database counts, so that rows beyond are not read; lists whose longest rows make
 * no such page by their schema are read as they are.
 *
 * @param most rows of the statement
 * @returns whether rows were left out
 */
export async function readBounded(db: Db, resource: Resource, page: Page, most: number): Promise<Bounded> {
  const large = largeColumns(resource, most)
  if (large.length === 0) return { rows: await page.execute(), is_cut: false }
  const bytes = sql.join(
    large.map((name) => sql`coalesce(octet_length(p.${sql.ref(name)}::text), 0)`),
    sql` + `,
  )
  // The rows come in the order of the page.
  const rows = await untyped(db)
    .selectFrom((from) =>
      from
        .selectFrom(page.as('p'))
        .selectAll('p')
        .select(sql<number>`(count(*) over ())::int`.as('page_rows'))
        .select(
          sql<number>`sum(${bytes}) over (rows between unbounded preceding and 1 preceding)`.as('page_bytes_before'),
        )
        .as('counted'),
    )
    .selectAll()
    .where(sql<boolean>`coalesce(page_bytes_before, 0) < ${PAGE_BYTES}`)
    .execute()
  return {
    rows: rows.map(({ page_rows: _r, page_bytes_before: _b, ...row }) => row),
    is_cut: rows.length > 0 && rows[0]!.page_rows > rows.length,
  }
}

/** The columns of which a page may have too many bytes; none where no page can. Those of the others fit in it. */
export function largeColumns({ row }: Resource, most: number): string[] {
  const columns = Object.entries(row.properties as Record<string, TSchema>).map(
    ([name, schema]) => [name, mostBytes(schema) + name.length + 4] as const,
  )
  if (most * columns.reduce((sum, [, bytes]) => sum + bytes, 2) <= PAGE_BYTES) return []
  const allowed = PAGE_BYTES / most / columns.length
  return columns.flatMap(([name, bytes]) => (bytes > allowed ? [name] : []))
}

// biome-ignore lint/suspicious/noExplicitAny: the columns are known at run time only
type Page = SelectQueryBuilder<any, any, Record<string, any>>
// biome-ignore lint/suspicious/noExplicitAny: as above
type Bounded = { rows: Record<string, any>[]; is_cut: boolean }
