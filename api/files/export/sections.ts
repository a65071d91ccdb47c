import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Table } from '#db/tables/define_table.ts'
import { tables } from '#db/tables/index.ts'
import { scope } from '../../crud/access.ts'
import { listAll } from '../../crud/crud.ts'
import { untyped } from '../../crud/query.ts'
import type { Resource } from '../../crud/resource.ts'
import type { Viewer } from '../../crud/viewer.ts'

/** The rows of one resource that an export holds. */
export type Section = {
  resource: Pick<Resource, 'plural' | 'about' | 'row' | 'csv'>
  rows(): AsyncGenerator<Record<string, unknown>>
}

/** A person's own rows of each resource that has an owner. */
export function sectionsOfPerson(db: Db, viewer: Viewer, resources: Resource[]): Section[] {
  const sections = sectionsOf(db, viewer, resources, (resource) => ownRows(resource, viewer))
  return [...sections, ...withoutResource.map((table) => ofTable(db, viewer, table))]
}

/** Tables with a person's data that no list shows. */
export const withoutResource = (tables as Table[]).filter(({ exported }) => exported)

function ofTable(db: Db, { user_id }: Viewer, { name, row, exported }: Table): Section {
  return {
    resource: { plural: `${name.replace('_', '')}s`, about: exported!, row },
    async *rows() {
      yield* await untyped(db).selectFrom(name).selectAll().where('user_id', '=', user_id).orderBy('id').execute()
    },
  }
}

/** An organisation's rows of each resource that belongs to organisations, as far as the viewer may read them. */
export function sectionsOfOrganisation(
  db: Db,
  viewer: Viewer,
  resources: Resource[],
  organisation_id: number,
): Section[] {
  return sectionsOf(db, viewer, resources, (resource) => rowsOfOrganisation(resource, organisation_id))
}

function sectionsOf(db: Db, viewer: Viewer, resources: Resource[], isIncluded: Included): Section[] {
  return resources.flatMap((resource) => {
    const included = isIncluded(resource)
    if (!included) return []
    const limited = {
      ...resource,
      reads: (reader: Viewer) => scope('own', sql<SqlBool>`(${resource.reads(reader)} and ${included})`),
    }
    return { resource, rows: () => listAll(db, limited, viewer, { sort: 'id' }) }
  })
}

/** The viewer's own rows of a resource; null where rows have no owner. */
export function ownRows(resource: Resource, { user_id }: Viewer): Expression<SqlBool> | null {
  const { table, row } = resource
  const column = (name: string) => sql.ref(`${table}.${name}`)
  if (table === 'message') {
    return sql<SqlBool>`(${column('sender_user_id')} = ${user_id} or ${column('id')} in (
      select d.message_id from message_delivery d where d.user_id = ${user_id}))`
  }
  const owner = ownerColumn(resource)
  if (owner) return sql<SqlBool>`${column(owner)} = ${user_id}`
  if (!('tracker_id' in row.properties)) return null
  return sql<SqlBool>`${column('tracker_id')} = any(array(select t.id from tracker t where t.owner_user_id = ${user_id}))`
}

/** The column that says whose a row is. A schema test compares it with every column that refers to a person. */
export function ownerColumn({ table, row }: Pick<Resource, 'table' | 'row'>): string | null {
  if (table === 'user_account') return 'id'
  if (table === 'message') return 'sender_user_id'
  return OWNERS.find((name) => name in row.properties) ?? null
}

function rowsOfOrganisation({ table, row }: Resource, organisation_id: number): Expression<SqlBool> | null {
  if (table === 'organisation') return sql<SqlBool>`${sql.ref('organisation.id')} = ${organisation_id}`
  if (table === 'user_account') {
    return sql<SqlBool>`exists (select from membership m
      where m.user_id = user_account.id and m.organisation_id = ${organisation_id})`
  }
  if (!('organisation_id' in row.properties)) return null
  return sql<SqlBool>`${sql.ref(`${table}.organisation_id`)} = ${organisation_id}`
}

const OWNERS = ['owner_user_id', 'user_id', 'uploaded_by_user_id', 'created_by_user_id']

type Included = (resource: Resource) => Expression<SqlBool> | null
