import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type TSchema, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import type { ApiContext } from '../context.ts'
import { AppError } from '../http/errors.ts'
import { startStream } from '../http/stream.ts'
import type { TypedApp } from '../http/typed_app.ts'
import { auditExport } from './audit.ts'
import * as crud from './crud.ts'
import { toCsv } from './csv.ts'

import { aNoun, hasBeen } from './nouns.ts'
import { IdQuery, type Resource, Target } from './resource.ts'

import { answers, ListInfo } from './schemas.ts'
import { listToXlsx } from './sheets/list.ts'
import { XLSX } from './sheets/sheets.ts'
import type { Viewer } from './viewer.ts'

/** Registers the routes of a resource: GET one, GET many, and the writing verbs that it declares. */
export function addResource(app: TypedApp, context: ApiContext, resource: Resource): void {
  addReads(app, context, resource)
  addWrites(app, context, resource)
}

function addReads(app: TypedApp, context: ApiContext, resource: Resource): void {
  const { db, reads } = context
  const tags = [resource.plural]

  app.get(`/${resource.plural}`, {
    schema: {
      tags,
      summary: resource.about,
      querystring: listQuery(resource),
      response: answers({ 200: Type.Array(resource.row), 260: Type.Array(resource.row) }, ListInfo),
    },
    async handler(request, reply) {
      const query = request.query as crud.ListQuery & { format?: string }
      const viewer = viewerOf(request)
      if (query.format !== undefined && query.format !== 'json') {
        const { type, content } = await asFile(context, resource, viewer, query, query.format)
        await auditListExport(db, resource, viewer, query as FileQuery)
        await resource.exports?.(context, viewer, query)
        reply.header('content-type', type)
        reply.header(
          'content-disposition',
          `attachment; filename="${resource.plural.replaceAll('/', '_')}.${query.format}"`,
        )
        return content
      }
      const { rows, info } = await crud.list(resource.is_history ? reads : db, resource, viewer, query)
      await resource.complete?.(context, viewer, rows, query)
      return reply.code(rows.length > 0 ? 200 : 260).send({ data: rows, info })
    },
  })

  app.get(`/${resource.name}`, {
    schema: {
      tags,
      summary: `Read ${aNoun(resource)}`,
      querystring: IdQuery,
      response: answers({ 200: resource.row }),
    },
    async handler(request) {
      return { data: await crud.show(context, resource, viewerOf(request), request.query.id) }
    },
  })
}

function addWrites(app: TypedApp, context: ApiContext, resource: Resource): void {
  const { db } = context
  const one = `/${resource.name}`
  const tags = [resource.plural]
  const idAndVersion = { id: Id, modified_at: Target.properties.modified_at }

  if (resource.create && !resource.writes_apart) {
    app.put(one, {
      schema: {
        tags,
        summary: `Create ${aNoun(resource)}`,
        body: resource.create.body,
        response: answers({ 201: resource.create.answer ?? resource.row }),
      },
      config: {
        ...configOf(resource, 'create'),
        checkReplay: (viewer, data) => crud.read(db, resource, viewer, (data as { id: number }).id),
      },
      async handler(request, reply) {
        const row = await crud.create(context, resource, viewerOf(request), request.body)
        return reply
          .code(201)
          .send({ data: row, ...(await saved(context, resource, viewerOf(request), row, 'created')) })
      },
    })
  }

  if (resource.update && !resource.writes_apart) {
    const body = Type.Object({ ...idAndVersion, ...resource.update.body.properties }, { additionalProperties: false })
    app.post(one, {
      config: configOf(resource, 'update'),
      schema: { tags, summary: `Update ${aNoun(resource)}`, body, response: answers({ 261: resource.row }) },
      async handler(request, reply) {
        const row = await crud.update(context, resource, viewerOf(request), request.body)
        return reply
          .code(261)
          .send({ data: row, ...(await saved(context, resource, viewerOf(request), row, 'updated')) })
      },
    })
  }

  if (resource.remove) {
    const body = Type.Object({ ...idAndVersion, ...resource.removal?.properties }, { additionalProperties: false })
    app.delete(one, {
      schema: { tags, summary: `Delete ${aNoun(resource)}`, body, response: answers({ 262: Type.Null() }) },
      async handler(request, reply) {
        await crud.remove(context, resource, viewerOf(request), request.body)
        return reply.code(262).send({ data: null, message: hasBeen(resource, 'deleted') })
      },
    })
  }
}

const configOf = ({ unique, lasting }: Resource, write: 'create' | 'update'): FastifyContextConfig => ({
  ...(unique && { unique }),
  ...(lasting?.includes(write) && { lasting: true }),
})

/** The message of a write; a remark of the resource is a warning, which programs read in `info`. */
async function saved({ db }: ApiContext, resource: Resource, viewer: Viewer, row: object, done: 'created' | 'updated') {
  const remark = await resource.remark?.(db, viewer, (row as { id: number }).id)
  const message = [hasBeen(resource, done), remark].filter(Boolean).join(' ')
  return { message, ...(remark && { info: { warning: remark } }) }
}

/**
 * Audits an export, in the organisations whose rows it holds: all of the viewer's, that in the query, or that of a row
 * that a filter names.
 */
async function auditListExport(db: Db, resource: Resource, viewer: Viewer, query: FileQuery): Promise<void> {
  const own = viewer.memberships.map((m) => m.organisation_id)
  const row = await findNamed(db, resource, query)
  const named = query.organisation_id ?? row?.organisation_id
  const everywhere = viewer.platform_admin ? [] : own
  // A filter by a foreign organisation exports nothing, and must not write to its audit log.
  const organisations =
    named === undefined ? everywhere : [named].filter((id) => viewer.platform_admin || own.includes(id))
  if (organisations.length === 0 && !viewer.platform_admin) return
  const of_row = row && organisations.includes(row.organisation_id) && { named: { [row.filter]: row.id } }
  await auditExport(db, viewer, { entity: resource.name, format: query.format, organisations, ...of_row })
}

/** The row that a filter of the query names, where its export is audited with it. */
async function findNamed(db: Db, { filters }: Resource, query: FileQuery) {
  const found = Object.entries(filters).find(([name, { names }]) => names && query[name] !== undefined)
  if (!found) return undefined
  const [filter, { names }] = found
  const { rows } = await sql<{ id: number; organisation_id: number }>`
    select id, organisation_id from ${sql.table(names!)} where id = ${query[filter]}`.execute(db)
  return rows[0] && { ...rows[0], filter }
}

async function asFile(context: ApiContext, resource: Resource, viewer: Viewer, query: crud.ListQuery, format: string) {
  const { reads } = context
  const file = resource.files?.[format]
  if (file) return { type: file.type, content: await startStream(file.write(reads, resource, viewer, query)) }
  const rows = crud.listAll(reads, resource, viewer, query)
  const complete = resource.complete ? completed(context, resource, viewer, rows) : rows
  if (format === 'xlsx') {
    const { organisation_id } = query as FileQuery
    return { type: XLSX, content: await listToXlsx(reads, resource, complete, { viewer, organisation_id }) }
  }
  return { type: 'text/csv; charset=utf-8', content: await toCsv(resource, complete) }
}

/** Completes the rows of a stream, a part at a time. */
async function* completed(context: ApiContext, resource: Resource, viewer: Viewer, rows: Rows): Rows {
  let part: Record<string, unknown>[] = []
  for await (const row of rows) {
    part.push(row)
    if (part.length < PART) continue
    await resource.complete!(context, viewer, part)
    yield* part
    part = []
  }
  await resource.complete!(context, viewer, part)
  yield* part
}
const PART = 500

type Rows = AsyncGenerator<Record<string, unknown>>

type FileQuery = { format: string; organisation_id?: number } & Record<string, unknown>

/** @throws {AppError} unauthorized on a route that a guest may not use */
export function viewerOf(request: FastifyRequest): Viewer {
  if (!request.viewer) throw new AppError('unauthorized')
  return request.viewer
}

/** Of lists: what their texts contain, in any case. */
export const SearchQuery = Type.Optional(Type.String({ maxLength: 200 }))

/** Skipped rows are read too, so the offset is bounded. */
export const offset = Type.Optional(
  Type.Integer({ minimum: 0, maximum: 100_000, description: 'Rows to skip; to page further use `after`' }),
)

function listQuery(resource: Resource): TSchema {
  const sorts = Object.keys(resource.sort).flatMap((name) => [name, `-${name}`])
  const filters = Object.entries(resource.filters).map(([name, { schema }]) => [name, Type.Optional(schema)])
  return Type.Object(
    {
      ...(resource.search.length > 0 && { search: SearchQuery }),
      sort: Type.Optional(Type.String({ enum: sorts, description: 'A leading - sorts in descending order.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Rows on a page; 50 by default' })),
      offset,
      after: Type.Optional(
        Type.String({
          maxLength: 1000,
          description: 'The `next` of the previous page, in the same order; constant time for any page',
        }),
      ),
      ...(resource.sums && {
        sums: Type.Optional(Type.Boolean({ description: 'Whether `info` has the sums of all rows that match' })),
      }),
      format: Type.Optional(
        Type.String({
          enum: ['json', 'csv', 'xlsx', ...Object.keys(resource.files ?? {})],
          ...(resource.files && { description: Object.values(resource.files)[0]!.about }),
        }),
      ),
      ...Object.fromEntries(filters),
    },
    { additionalProperties: false },
  )
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated viewer; null for a guest. */
    viewer: Viewer | null
  }
}
