import { sql } from 'kysely'
import { tableOf } from '#db/tables/index.ts'
import type { ApiContext } from '../context.ts'
import { type Domain, resourcesOf } from '../crud/domain.ts'
import type { Resource } from '../crud/resource.ts'
import type { Viewer } from '../crud/viewer.ts'

let resources: ReadonlyMap<string, Resource> = new Map()

/** Takes the resources of all domains. */
export function takeAudited(domains: Domain[]): void {
  resources = new Map(resourcesOf(domains).map((resource) => [resource.name, resource]))
}

/** Names what entries are about, and what their details refer to: as the viewer reads it, one statement a resource. */
export async function nameEntries({ db }: ApiContext, viewer: Viewer, rows: Record<string, unknown>[]): Promise<void> {
  const entries = rows as Entry[]
  const wanted = new Map<string, Set<number>>()
  const references = entries.map(referencesOf)
  for (const [, { resource, id }] of references.flat()) {
    wanted.set(resource.name, (wanted.get(resource.name) ?? new Set()).add(id))
  }
  const names = new Map<string, string>()
  for (const [resource, ids] of wanted) {
    for (const { id, name } of await readNames(db, resources.get(resource)!, viewer, [...ids])) {
      names.set(`${resource} ${id}`, name)
    }
  }
  for (const [i, entry] of entries.entries()) {
    const named = references[i]!.flatMap(([field, { resource, id }]) => {
      const name = names.get(`${resource.name} ${id}`)
      return name ? [[field, name]] : []
    })
    entry.names = Object.fromEntries(named)
  }
}

/** The rows that an entry names, by its fields: `entity_id`, and details such as `tracker_id`. */
function referencesOf({ entity, entity_id, details }: Entry): [field: string, { resource: Resource; id: number }][] {
  const about = Object.entries(details ?? {}).map(([field, id]) => [field, field.replace(/_id$/, ''), id] as const)
  return [['entity_id', entity, entity_id] as const, ...about].flatMap(([field, name, id]) => {
    const resource = field.endsWith('_id') && resources.get(name ?? '')
    return resource && nameColumn(resource) && Number.isSafeInteger(id) ? [[field, { resource, id: Number(id) }]] : []
  })
}

async function readNames(db: ApiContext['db'], resource: Resource, viewer: Viewer, ids: number[]) {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, left(${sql.ref(`${resource.table}.${nameColumn(resource)}`)}::text, 100) as name from ${sql.table(resource.table)}
    where id = any(${ids}::bigint[]) and ${resource.reads(viewer)}`.execute(db)
  return rows
}

/** The column that people know a row by. */
const nameColumn = ({ table }: Resource) =>
  ['name', 'title', 'subject', 'target', 'document_number', 'number'].find(
    (column) => column in tableOf.get(table)!.columns,
  )

type Entry = {
  entity: string | null
  entity_id: number | null
  details: Record<string, unknown> | null
  names?: Record<string, string>
}
