import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type Expression, type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import type { ApiContext } from '../context.ts'
import { scope } from '../crud/access.ts'
import { auditExport } from '../crud/audit.ts'
import { listAll } from '../crud/crud.ts'
import type { Resource } from '../crud/resource.ts'
import { viewerOf } from '../crud/routes.ts'
import { answers } from '../crud/schemas.ts'
import type { Viewer } from '../crud/viewer.ts'
import { takeAttempt } from '../http/attempts.ts'
import { checkNotImpersonating } from './accounts/checks.ts'

/** Exports a person's data as one JSON object: their rows of each resource, by its plural. */
export function addMyData(app: FastifyInstance, { db }: ApiContext, resources: Resource[]): void {
  app.get('/user/data', {
    schema: {
      tags: ['users'],
      summary: 'Download my data',
      description: 'A file: an object with a list for each resource.',
      response: { ...answers({}), 200: Type.Record(Type.String(), Type.Array(Type.Unknown())) },
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      checkNotImpersonating(viewer)
      await takeAttempt(db, 'download', viewer.user_id)
      const organisations = viewer.memberships.map((m) => m.organisation_id)
      await auditExport(db, viewer, { action: 'user.data', entity: 'user', format: 'json', organisations })
      reply.type('application/json; charset=utf-8')
      reply.header('content-disposition', 'attachment; filename="ringfence-data.json"')
      return Readable.from(toJson(db, viewer, resources))
    },
  })
}

async function* toJson(db: Db, viewer: Viewer, resources: Resource[]): AsyncGenerator<string> {
  yield '{'
  let separator = '\n'
  for (const resource of Object.values<Resource>(resources)) {
    const own = ownRows(resource, viewer)
    if (!own) continue
    yield `${separator}${JSON.stringify(resource.plural)}: [`
    separator = ',\n'
    let comma = '\n'
    const own_resource = {
      ...resource,
      reads: (reader: Viewer) => scope('own', sql<SqlBool>`(${resource.reads(reader)} and ${own})`),
    }
    for await (const row of listAll(db, own_resource, viewer, { sort: 'id' })) {
      yield `${comma}${JSON.stringify(row)}`
      comma = ',\n'
    }
    yield ']'
  }
  yield '\n}\n'
}

/** The viewer's own rows of a resource, by its owner columns; null where rows have no owner. */
export function ownRows({ table, row }: Resource, { user_id }: Viewer): Expression<SqlBool> | null {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  if (table === 'user_account') return sql<SqlBool>`${column('id')} = ${user_id}`
  if (table === 'message') {
    return sql<SqlBool>`(${column('sender_user_id')} = ${user_id} or ${column('id')} in (
      select d.message_id from message_delivery d where d.user_id = ${user_id}))`
  }
  const owner = OWNERS.find((name) => name in row.properties)
  if (owner) return sql<SqlBool>`${column(owner)} = ${user_id}`
  if (!('tracker_id' in row.properties)) return null
  return sql<SqlBool>`${column('tracker_id')} = any(array(select t.id from tracker t where t.owner_user_id = ${user_id}))`
}

const OWNERS = ['owner_user_id', 'user_id', 'uploaded_by_user_id', 'created_by_user_id']
