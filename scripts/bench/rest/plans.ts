import { CompiledQuery, type Kysely } from 'kysely'
import { statementsOf } from '#api/crud/lists.ts'
import { countStatement } from '#api/crud/pages/totals.ts'
import type { Viewer } from '#api/crud/viewer.ts'
import { resources } from '#api/domains.ts'
import type { Database } from '#db/tables/index.ts'
import { type Contents, memberships, type Person } from './fill.ts'
import type { List } from './lists.ts'
import { withValues } from './values.ts'

/** The query plans of a list's page and of its total, as PostgreSQL writes them. */
export async function explain(db: Kysely<Database>, contents: Contents, list: List): Promise<string[]> {
  const texts: string[] = []
  for (const { sql: text, parameters } of compile(db, contents, list)) {
    const explained = CompiledQuery.raw(`explain (analyze, costs off, timing off) ${text}`, [...parameters])
    const { rows } = await db.executeQuery(explained)
    texts.push((rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n'))
  }
  return texts
}

/** The statements of a list's page and of its total. */
export function compile(db: Kysely<Database>, contents: Contents, list: List): CompiledQuery[] {
  const resource = resourceOf(list)
  const query = withValues(list.query, contents)
  const { page, where } = statementsOf(db, resource, viewerOf(contents.people, list.who), query)
  return [page.limit(query.limit! + 1).compile(), countStatement(resource, where).compile(db)]
}

export const resourceOf = ({ name }: List) => resources[name]

const viewerOf = (people: Contents['people'], who: Person): Viewer => ({
  user_id: people[who],
  session_id: null,
  impersonator_user_id: null,
  opens_private: true,
  password_change_required: false,
  ip: null,
  platform_admin: who === 'Platform',
  held: [],
  memberships:
    who === 'Platform'
      ? []
      : memberships[who].organisations.map((organisation_id) => ({
          organisation_id,
          organisation_name: 'bench',
          role_name: memberships[who].role_name,
          cpd_role: null,
          group_ids: null,
          features: [],
        })),
})
