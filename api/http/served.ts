import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/database.ts'
import { readHold } from '#db/moving/hold.ts'
import { escapeHtml } from '#messages/html.ts'
import { AppError } from './errors.ts'
import { plainPage } from './plain_page.ts'

/**
 * Checks that an organisation is served here, for what has no viewer: invitations, shared positions.
 *
 * @throws {AppError} organisation_on_hold, organisation_moved
 */
export async function checkServed(db: Db, organisation_id: number): Promise<void> {
  const hold = await readHold(db, organisation_id)
  if (hold) throw holdError({ organisation_name: hold.name, moved_to: hold.moved_to })
}

/** The error of an organisation that is being moved, or has moved. */
export function holdError({ organisation_name, moved_to }: { organisation_name: string; moved_to: string | null }) {
  if (moved_to === null) {
    const message = `${organisation_name} is being moved. Please try again in some minutes.`
    return new AppError('organisation_on_hold', message, undefined, RETRY_S)
  }
  const message = `${organisation_name} has moved to ${moved_to}. Please continue there.`
  return new AppError('organisation_moved', message, undefined, undefined, moved_to)
}

/** Pages of links in mails say so as a page. */
export function showHolds(pages: FastifyInstance): void {
  pages.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof AppError) || !['organisation_moved', 'organisation_on_hold'].includes(error.code)) throw error
    const title = error.moved_to ? 'This organisation has moved' : 'This organisation is being moved'
    reply.code(error.status).type('text/html; charset=utf-8').header('cache-control', 'no-store')
    return reply.send(plainPage(title, `<p>${escapeHtml(error.message)}</p>`))
  })
}

const RETRY_S = 60
