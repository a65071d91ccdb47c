import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { texts } from '#db/arrays.ts'
import type { Db } from '#db/database.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { defaultFeatures, type Feature } from '#db/tables/organisations/organisation_config.ts'
import { PageContent } from '#db/tables/site/page_content.ts'
import { isOfEither, languagesFor } from './audience.ts'
import { builtInPages } from './built_in.ts'

const { key, locale, title, text } = PageContent.columns
/** A page as its readers see it. */
export const CurrentPage = Type.Object({
  key,
  locale,
  title,
  text,
  source: Type.Union([Type.Literal('organisation'), Type.Literal('installation'), Type.Literal('built_in')]),
  organisation_id: Nullable(Id),
  version: Nullable(Type.Integer()),
  published_at: Nullable(Timestamp),
})
export type CurrentPage = Static<typeof CurrentPage>

/**
 * The pages that a reader sees, one for each key. The order of preference: the organisation's in the reader's language,
 * in English; the installation's in the same order; the built-in text, which explains what the organisation has.
 */
export async function currentPages(db: Db, { organisation_id, locale, key }: Request): Promise<CurrentPage[]> {
  const languages = languagesFor(locale)
  const { rows } = await sql<CurrentPage>`
    select distinct on (p.key) p.key, p.locale, v.title, v.text,
      case when p.organisation_id is null then 'installation' else 'organisation' end as source,
      p.organisation_id, v.version, v.published_at
    from page_content p join page_content_version v on v.page_content_id = p.id and v.version = p.version
    where p.state = 'published' and ${isOfEither('p.organisation_id', organisation_id)}
      and lower(p.locale) = any(${texts(languages)}::text[]) and ${key === undefined ? sql`true` : sql`p.key = ${key}`}
    order by p.key, p.organisation_id is null, array_position(${texts(languages)}::text[], lower(p.locale))`.execute(db)
  const own = new Set(rows.map((page) => page.key))
  const built_in = builtInPages(languages, await featuresOf(db, organisation_id))
    .filter((page) => !own.has(page.key) && (key === undefined || page.key === key))
    .map((page) => ({ ...page, ...ofNobody }))
  return [...rows, ...built_in].sort((a, b) => (a.key < b.key ? -1 : 1))
}

async function featuresOf(db: Db, organisation_id: number | null): Promise<Feature[]> {
  if (organisation_id === null) return defaultFeatures
  const config = await db
    .selectFrom('organisation_config')
    .select('features')
    .where('organisation_id', '=', organisation_id)
    .executeTakeFirst()
  return config?.features ?? defaultFeatures
}

const ofNobody = { source: 'built_in' as const, organisation_id: null, version: null, published_at: null }

type Request = { organisation_id: number | null; locale?: string | undefined; key?: string | undefined }
