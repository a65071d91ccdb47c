import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'

/** Serves the built web client. Every path that is neither a file nor an API route returns the client's page. */
export async function addWeb(app: FastifyInstance, root: string | null): Promise<void> {
  const built = root !== null && existsSync(join(root, 'index.html'))
  // The same page, which also names the files that are needed after signing in.
  const hasApp = built && existsSync(join(root, 'app.html'))
  if (built) {
    await app.register(fastifyStatic, {
      root,
      preCompressed: true, // the build writes .gz files beside the larger assets
      setHeaders(reply, path) {
        // Names of assets contain their hash; the page that refers to them is revalidated.
        const forever = path.includes('/assets/')
        reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const page = ['GET', 'HEAD'].includes(request.method) && !/^\/(api|gateway|assets)\//.test(request.url)
    if (!page || !built)
      throw new AppError('not_found', `There is nothing at ${request.method} ${request.url.split('?')[0]}.`)
    const file = request.url.startsWith('/app/') && hasApp ? 'app.html' : 'index.html'
    return reply.type('text/html').header('cache-control', 'no-cache').sendFile(file)
  })
}
