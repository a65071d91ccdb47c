import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Extent, type Scope, scope } from '../../crud/access.ts'
import { type Domain, resourcesOf } from '../../crud/domain.ts'
import type { Resource } from '../../crud/resource.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { withFiles, writesFiles } from '../access.ts'

/** What a file can be attached to: the resources that say so. */
export const subjects = new Map<string, Resource>()

/** Takes the resources of other domains. */
export function takeSubjects(domains: Domain[]): void {
  for (const resource of resourcesOf(domains)) if (resource.attachable) subjects.set(resource.name, resource)
}

/**
 * Read scope: an attachment is visible to those who may read the tracker, boundary or message it belongs to. Reading an
 * attachment gives no access to the file's folder or to its other attachments.
 */
export const readsAttachments = (viewer: Viewer): Scope => ofSubject(viewer, 'reads')

/** Write scope: who may change the tracker, boundary or message, or the file. */
export function writesAttachments(viewer: Viewer): Scope {
  const subject = ofSubject(viewer, 'writes')
  const file = sql`exists (select from file where file.id = attachment.file_id and ${writesFiles(viewer)})`
  return scope(subject.extent, sql<SqlBool>`(${subject} or ${file})`)
}

/** The name of what an attachment belongs to. */
export const subjectTitle = (): RawBuilder<string> => {
  const titles = [...subjects.values()].map(
    ({ name, attachable }) => sql`when ${subjectId(name)} is not null then (${selectOf(name, attachable!)})`,
  )
  return sql`case ${sql.join(titles, sql` `)} end`
}

function ofSubject(viewer: Viewer, right: 'reads' | 'writes'): Scope {
  const member = withFiles(viewer)
  const scopes = [...subjects.values()].map((subject) => ({ name: subject.name, scope: subject[right](member) }))
  const extents = scopes.map((one) => one.scope.extent)
  const extent: Extent = extents.includes('all') ? 'all' : extents.includes('own') ? 'own' : 'none'
  const any = sql.join(
    scopes.map(
      ({ name, scope: of }) => sql`(${subjectId(name)} is not null and exists (${selectOf(name, sql`1`)} and ${of}))`,
    ),
    sql` or `,
  )
  return scope(extent, sql<SqlBool>`(${any})`)
}

function subjectId(name: string) {
  return sql.ref(`attachment.${name}_id`)
}

/** The organisation is named too: the keys of trackers and boundaries begin with it. */
function selectOf(name: string, value: RawBuilder<unknown>) {
  return sql`select ${value} from ${sql.table(name)} where ${sql.ref(`${name}.id`)} = ${subjectId(name)}
    and ${sql.ref(`${name}.organisation_id`)} = attachment.organisation_id`
}
