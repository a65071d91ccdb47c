import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'

/** GeoJSON, the deepest there is, needs seven. */
const MAX_DEPTH = 20

/** Refuses bodies that are nested deeper than anything sensible, before anything walks through them. */
export function addDepthLimit(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    if (deeperThan(request.body, MAX_DEPTH)) {
      throw new AppError('bad_request', `The body is nested deeper than ${MAX_DEPTH} levels.`)
    }
  })
}

function deeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((child) => deeperThan(child, levels - 1))
}
