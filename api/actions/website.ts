import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { ApiContext } from '../context.ts'
import { answers } from '../schemas.ts'

const Website = Type.Object({ name: Type.String(), map_style_url: Type.Union([Type.String(), Type.Null()]) })

/** What a browser needs to know before anybody signs in. */
export function addWebsite(app: FastifyInstance, { config }: ApiContext): void {
  app.get('/website', {
    schema: { tags: ['website'], summary: 'The website', response: answers({ 200: Website }), security: [] },
    handler: async () => ({ data: { name: 'Ringfence', map_style_url: config.map_style_url } }),
  })
}
