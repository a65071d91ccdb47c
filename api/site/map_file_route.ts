import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { ApiContext } from '../context.ts'
import { AppError } from '../http/errors.ts'

/** Bytes of one answer, at most: directories and tiles are far smaller. */
export const MOST_BYTES = 8 * 1024 * 1024

/** Serves parts of the installation's map of streets (MAP_FILE), which everybody may see who may see a map. */
export function addMapFile(app: FastifyInstance, { config }: ApiContext): void {
  app.get('/map/file', {
    schema: {
      tags: ['website'],
      summary: 'Read a part of the map of streets, in the PMTiles format',
      description: `Send \`Range: bytes=first-last\`, at most ${MOST_BYTES} bytes. Without a file it answers 404.`,
      headers: Type.Object({ range: Type.Optional(Type.String({ maxLength: 100 })) }),
      response: { 206: { content: { 'application/vnd.pmtiles': { schema: Type.String({ format: 'binary' }) } } } },
      security: [],
    },
    async handler(request, reply) {
      const path = config.map_file
      const file = path === null ? null : await stat(path).catch(() => null)
      if (path === null || !file?.isFile()) throw new AppError('not_found', 'There is no map of streets here.')
      const { size, mtimeMs } = file
      reply.header('accept-ranges', 'bytes')
      const part = partOf(request.headers.range, size)
      if (!part) {
        reply.header('content-range', `bytes */${size}`)
        throw new AppError('range_not_satisfiable')
      }
      const { first, last } = part
      return reply
        .code(206)
        .type('application/vnd.pmtiles')
        .header('content-range', `bytes ${first}-${last}/${size}`)
        .header('content-length', last - first + 1)
        .header('etag', `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`)
        .header('cache-control', 'public, max-age=3600')
        .send(createReadStream(path, { start: first, end: last }))
    },
  })
}

/**
 * The part that a Range header asks for, as far as there are bytes.
 *
 * @returns null for several parts, an invalid or a too large one
 */
export function partOf(range: string | undefined, size: number): { first: number; last: number } | null {
  const [, begin, end] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if (begin === undefined || end === undefined || (begin === '' && end === '')) return null
  const first = begin === '' ? Math.max(0, size - Number(end)) : Number(begin)
  const last = begin === '' || end === '' ? size - 1 : Math.min(Number(end), size - 1)
  return first > last || last - first >= MOST_BYTES ? null : { first, last }
}
