import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Extent, type Scope, scope } from '../../crud/access.ts'
import { type Domain, resourcesOf } from '../../crud/domain.ts'
import type { Resource } from '../../crud/resource.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { withFiles, writesFiles } from '../access.ts'

/** What a file can be attached to, by its table: the resources that say so. */
export const subjects = new Map<string, Resource>()

/** Takes the resources of other domains. */
export function takeSubjects(domains: Domain[]): void {
  for (const resource of resourcesOf(domains)) if (resource.attachable) subjects.set(resource.table, resource)
}

/**
 * Read scope: an attachment is visible to those who may read what it belongs to. Reading an
 * attachment gives no access to the file's folder or to its other attachments.
 */
export const readsAttachments = (viewer: Viewer): Scope => ofSubject(viewer, 'reads')

/** Write scope: who may change what it belongs to, or the file. */
export function writesAttachments(viewer: Viewer): Scope {
  const subject = ofSubject(viewer, 'writes')
  const file = sql`exists (select from file where file.id = attachment.file_id and ${writesFiles(viewer)})`
  return scope(subject.extent, sql<SqlBool>`(${subject} or ${file})`)
}

/** The name of what an attachment belongs to. */
export const subjectTitle = (): RawBuilder<string> => {
  const titles = [...subjects.values()].map(
    ({ table, attachable }) => sql`when ${subjectId(table)} is not null then (${selectOf(table, attachable!)})`,
  )
  return sql`case ${sql.join(titles, sql` `)} end`
}

function ofSubject(viewer: Viewer, right: 'reads' | 'writes'): Scope {
  const member = withFiles(viewer)
  const scopes = [...subjects.values()].map((subject) => ({ table: subject.table, scope: subject[right](member) }))
  const extents = scopes.map((one) => one.scope.extent)
  const extent: Extent = extents.includes('all') ? 'all' : extents.includes('own') ? 'own' : 'none'
  const any = sql.join(
    scopes.map(
      ({ table, scope: of }) =>
        sql`(${subjectId(table)} is not null and exists (${selectOf(table, sql`1`)} and ${of}))`,
    ),
    sql` or `,
  )
  return scope(extent, sql<SqlBool>`(${any})`)
}

function subjectId(table: string) {
  return sql.ref(`attachment.${table}_id`)
}

/** The organisation is named, too: the keys of most tables begin with it. */
function selectOf(table: string, value: RawBuilder<unknown>) {
  return sql`select ${value} from ${sql.table(table)} where ${sql.ref(`${table}.id`)} = ${subjectId(table)}
    and ${sql.ref(`${table}.organisation_id`)} = attachment.organisation_id`
}
