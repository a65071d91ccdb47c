import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/** The deepest bodies, GeoJSON, need seven levels. */
const MAX_DEPTH = 20

/** Refuses deeply nested bodies before any recursive code reads them. */
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
