import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { escapeHtml } from '#messages/html.ts'
import { languageOfHeader } from '#messages/languages.ts'
import { displayNameOf } from '../crud/names/display_name.ts'
import { plainPage } from '../http/plain_page.ts'
import type { PublicFile } from './serving/serve.ts'

/** The page of a public link: which file, from whom and until when, in the browser's language. The bytes are one click on. */
export async function sendPublicPage(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, name, size }: PublicFile,
): Promise<FastifyReply> {
  const { rows } = await sql<{ by: string; organisation: string; until: string; timezone: string }>`
    select ${displayNameOf('u')} as by, o.name as organisation, o.timezone,
      to_char(f.public_until at time zone o.timezone, 'YYYY-MM-DD HH24:MI') as until
    from file f join organisation o on o.id = f.organisation_id join user_account u on u.id = f.shared_by_user_id
    where f.id = ${id}`.execute(db)
  const { by, organisation, until, timezone } = rows[0]!
  const language = languageOfHeader(request.headers['accept-language'], ['en', 'mi'])
  const text = words[language]
  const address = (parameter: string) => escapeHtml(`${request.url}&${parameter}=true`)
  const body = `<p>${escapeHtml(text.from(by, organisation))}<br>${escapeHtml(text.until(until, timezone))}</p>
    <p><a href="${address('view')}">${text.open}</a> · <a href="${address('download')}" rel="nofollow">${text.download}</a> (${sizeOf(size)})</p>`
  return reply
    .type('text/html; charset=utf-8')
    .header('x-robots-tag', 'noindex')
    .header('cache-control', 'no-store')
    .send(plainPage(escapeHtml(name), body, language))
}

function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

const words = {
  en: {
    from: (by: string, organisation: string) => `Shared by ${by}, ${organisation}.`,
    until: (time: string, zone: string) => `This link works until ${time} (${zone}).`,
    open: 'Open the file',
    download: 'Download',
  },
  mi: {
    from: (by: string, organisation: string) => `He mea tuari nā ${by}, ${organisation}.`,
    until: (time: string, zone: string) => `Ka mahi tēnei hono ā ${time} rā anō (${zone}).`,
    open: 'Huakina te kōnae',
    download: 'Tikiake',
  },
}
