import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import type { ApiContext } from './context.ts'
import * as crud from './crud.ts'
import { toCsv } from './csv.ts'
import { AppError } from './errors.ts'
import { IdQuery, type Resource, Target } from './resource.ts'
import { answers } from './schemas.ts'
import type { Viewer } from './viewer.ts'

/** Makes the routes of a resource: GET one, GET many, and the writing verbs that it declares. */
export function addResource(app: FastifyInstance, context: ApiContext, resource: Resource): void {
  const { db } = context
  const one = `/${resource.name}`
  const many = `/${resource.plural}`
  const tags = [resource.plural]
  const idAndVersion = { id: Id, modified_at: Target.properties.modified_at }

  app.get(many, {
    schema: {
      tags,
      summary: resource.about,
      querystring: listQuery(resource),
      response: answers({ 200: Type.Array(resource.row), 260: Type.Array(resource.row) }, { list: true }),
    },
    async handler(request, reply) {
      const query = request.query as crud.ListQuery & { format?: 'json' | 'csv' }
      if (query.format === 'csv') {
        reply.header('content-type', 'text/csv; charset=utf-8')
        reply.header('content-disposition', `attachment; filename="${resource.plural}.csv"`)
        return toCsv(resource, crud.listAll(db, resource, viewerOf(request), query))
      }
      const { rows, info } = await crud.list(db, resource, viewerOf(request), query)
      return reply.code(rows.length > 0 ? 200 : 260).send({ data: rows, info })
    },
  })

  app.get(one, {
    schema: {
      tags,
      summary: `One of the ${resource.plural}`,
      querystring: IdQuery,
      response: answers({ 200: resource.row }),
    },
    async handler(request) {
      return { data: await crud.read(db, resource, viewerOf(request), (request.query as { id: number }).id) }
    },
  })

  if (resource.create) {
    app.put(one, {
      schema: {
        tags,
        summary: `Create a ${resource.name}`,
        body: resource.create.body,
        response: answers({ 201: resource.create.answer ?? resource.row }),
      },
      async handler(request, reply) {
        const row = await crud.create(context, resource, viewerOf(request), request.body as Record<string, unknown>)
        return reply.code(201).send({ data: row, message: `The ${resource.name} has been created.` })
      },
    })
  }

  if (resource.update) {
    const body = Type.Object({ ...idAndVersion, ...resource.update.body.properties }, { additionalProperties: false })
    app.post(one, {
      schema: { tags, summary: `Update a ${resource.name}`, body, response: answers({ 261: resource.row }) },
      async handler(request, reply) {
        const row = await crud.update(context, resource, viewerOf(request), request.body as { id: number })
        return reply.code(261).send({ data: row, message: `The ${resource.name} has been updated.` })
      },
    })
  }

  if (resource.remove) {
    const body = Type.Object(idAndVersion, { additionalProperties: false })
    app.delete(one, {
      schema: { tags, summary: `Delete a ${resource.name}`, body, response: answers({ 262: Type.Null() }) },
      async handler(request, reply) {
        await crud.remove(context, resource, viewerOf(request), request.body as { id: number })
        return reply.code(262).send({ data: null, message: `The ${resource.name} has been deleted.` })
      },
    })
  }
}

/** @throws {AppError} unauthorized on a route that a guest may not use */
export function viewerOf(request: FastifyRequest): Viewer {
  if (!request.viewer) throw new AppError('unauthorized')
  return request.viewer
}

function listQuery(resource: Resource): TSchema {
  const sorts = Object.keys(resource.sort).flatMap((name) => [name, `-${name}`])
  const filters = Object.entries(resource.filters).map(([name, { schema }]) => [name, Type.Optional(schema)])
  return Type.Object(
    {
      search: Type.Optional(Type.String({ maxLength: 200 })),
      sort: Type.Optional(Type.String({ enum: sorts, description: 'A leading - sorts the other way round.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: '50 where nothing is said' })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
      format: Type.Optional(Type.String({ enum: ['json', 'csv'] })),
      ...Object.fromEntries(filters),
    },
    { additionalProperties: false },
  )
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null for a guest. */
    viewer: Viewer | null
  }
}
