import type { JobHandler } from '../../crud/jobs/handler.ts'
import { AppError } from '../../http/errors.ts'

/** An export streams to the request that has begun it (`api/files/export/`): it cannot be resumed without it. */
export const exported: JobHandler = {
  kind: 'export',
  place: 'self',
  needs_secret: true,
  async run() {
    throw new AppError('not_possible', 'This was interrupted, please start again.')
  },
}
