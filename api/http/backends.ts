import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { readHold } from '#db/moving/hold.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { escapeHtml } from '#messages/html.ts'
import { AppError } from './errors.ts'
import { plainPage } from './plain_page.ts'

/** An installation for a region. The client selects one by the visitor's country. */
export const Backend = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    /** The country, ISO 3166: NZ. */
    code: Type.String({ pattern: '^[A-Z]{2}$', description: 'a country in two capital letters, such as NZ' }),
    baseURL: Type.String({ pattern: '^https?://[^/]', description: 'an address that begins with http:// or https://' }),
    locale: Type.Optional(Type.String()),
    organisation_id: Type.Optional(Nullable(Id)),
    testing: Type.Optional(Type.Boolean()),
    enable: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

/** Whether this installation is for testing: one of the list, by its address, that says so. */
export function isForTesting({ backends, public_url }: { backends: Backend[]; public_url: string }): boolean {
  const here = new URL(public_url).origin
  return backends.some(({ baseURL, testing }) => testing === true && new URL(baseURL).origin === here)
}

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
    if (!(error instanceof AppError) || !['organisation_moved', 'organisation_on_hold'].includes(error.code))
      throw error
    const title = error.moved_to ? 'This organisation has moved' : 'This organisation is being moved'
    reply.code(error.status).type('text/html; charset=utf-8').header('cache-control', 'no-store')
    return reply.send(plainPage(title, `<p>${escapeHtml(error.message)}</p>`))
  })
}

/** Seconds after which a client asks again. */
const RETRY_S = 60

export type Backend = Static<typeof Backend>
