import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOfHeader } from '#messages/languages.ts'
import { plainPage } from '../http/plain_page.ts'

/** Whether a browser opens the link as a page, rather than as a picture of one or for a program. */
export const wantsPage = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') === true

/**
 * The page of a public link that opens no file, in the browser's language.
 *
 * @param expired whether its time is over; else it was ended, or never was one
 */
export function sendEnded(request: FastifyRequest, reply: FastifyReply, expired: boolean): FastifyReply {
  const language = languageOfHeader(request.headers['accept-language'], ['en', 'mi'])
  const { expired: until, ended, text } = words[language]
  return reply
    .code(expired ? 410 : 404)
    .type('text/html; charset=utf-8')
    .header('x-robots-tag', 'noindex')
    .send(plainPage(expired ? until : ended, `<p>${text}</p>`, language))
}

const words = {
  en: {
    expired: 'This link has expired',
    ended: 'This link does not work any more',
    text: 'The file is not public now. Please ask the person who gave you the link for another.',
  },
  mi: {
    expired: 'Kua pau te wā o tēnei hono',
    ended: 'Kāore tēnei hono e mahi ana ināianei',
    text: 'Kāore te kōnae i te tūmatanui ināianei. Tonoa he hono hou i te tangata nāna te hono i tuku.',
  },
}
