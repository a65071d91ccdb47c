import { Type } from 'typebox'
import { recordBackup } from '#db/backup/record.ts'
import { writeBackup } from '#db/backup/write.ts'
import type { ApiContext } from '../context.ts'
import { viewerOf } from '../crud/routes.ts'
import { answers } from '../crud/schemas.ts'
import { AppError } from '../http/errors.ts'
import type { TypedApp } from '../http/typed_app.ts'

/**
 * Streams a backup of the installation. It holds every key and secret, so it is for the operator alone, who has the
 * installation's secret already; platform administrators do not get it.
 */
export function addBackup(app: TypedApp, { db, contents, history, config }: ApiContext): void {
  app.get('/backup', {
    schema: {
      tags: ['installation'],
      summary: 'Back up the installation, with the secret of the installation: npm run db -- backup',
      response: { ...answers({}), 200: Type.Any({ description: 'A tar' }) },
    },
    async handler(request, reply) {
      if (viewerOf(request).session_id !== null) {
        throw new AppError('forbidden', 'A backup is made on the server: npm run db -- backup FILE.')
      }
      reply.header('content-type', 'application/x-tar')
      const began = new Date()
      reply.raw.once('finish', () =>
        recordBackup(db, began).catch((err) => request.log.warn({ err }, 'a backup was not recorded')),
      )
      return reply.send(writeBackup(db, { contents, history, secret: config.jwt_secret }))
    },
  })
}
