import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { escapeHtml } from '#messages/html.ts'
import { readLinkToken } from '#messages/link_tokens.ts'
import { UNSUBSCRIBE_PATH } from '#messages/links.ts'
import type { ApiContext } from '../context.ts'
import { takeAttempt } from '../http/attempts.ts'
import { addForms } from '../http/forms.ts'
import { badLink, plainButton, plainPage } from '../http/plain_page.ts'

const Query = Type.Object({ token: Type.Optional(Type.String({ maxLength: 100 })) })

/**
 * Unsubscribes an address from alerts by a mailed link: no sign-in, no JavaScript. GET changes nothing, since mail
 * programs prefetch links; the button does, and so does one-click unsubscribe (RFC 8058).
 */
export async function addUnsubscribe(app: FastifyInstance, { db, config }: ApiContext): Promise<void> {
  await app.register(async (pages) => {
    addForms(pages)
    const schema = { hide: true, querystring: Query }

    pages.get(UNSUBSCRIBE_PATH, { schema }, async (request, reply) => {
      const of = await find(db, tokenIn(request.query), config.jwt_secret)
      reply
        .code(of ? 200 : 404)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
      if (!of) return badLink()
      const { address, organisation, unsubscribed } = of
      const question = unsubscribed
        ? `<p>${escapeHtml(address)} gets no alerts of ${escapeHtml(organisation)}.</p>${plainButton('again', 'Send alerts again')}`
        : `<p>Shall ${escapeHtml(address)} get no more alerts of ${escapeHtml(organisation)}?</p>${plainButton('stop', 'No more alerts')}`
      return plainPage('Alerts', question)
    })

    pages.post(UNSUBSCRIBE_PATH, { schema }, async (request, reply) => {
      await takeAttempt(db, 'token_address', request.ip)
      const of = await find(db, tokenIn(request.query), config.jwt_secret)
      reply
        .code(of ? 200 : 404)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
      if (!of) return badLink()
      const is_again = (request.body as { action?: string } | null)?.action === 'again'
      await setUnsubscribed(db, of, !is_again)
      const done = is_again ? 'gets alerts again' : 'gets no more alerts'
      return plainPage('Done', `<p>${escapeHtml(of.address)} ${done} of ${escapeHtml(of.organisation)}.</p>`)
    })
  })
}

async function find(db: Db, token: string, secret: string) {
  const id = readLinkToken('unsubscribe', token, secret)
  if (id === null) return null
  const row = await db
    .selectFrom('message_delivery as d')
    .innerJoin('organisation as o', 'o.id', 'd.organisation_id')
    .leftJoin('recipient as r', (join) =>
      join
        .onRef('r.organisation_id', '=', 'd.organisation_id')
        .onRef('r.channel', '=', sql.ref('d.channel'))
        .onRef('r.address', '=', 'd.address'),
    )
    .select(['o.id as organisation_id', 'o.name as organisation', 'd.address', 'r.unsubscribed_at'])
    .where('d.id', '=', id)
    .where('d.channel', '=', 'email')
    .executeTakeFirst()
  return row ? { ...row, unsubscribed: row.unsubscribed_at !== null } : null
}

async function setUnsubscribed(db: Db, { organisation_id, address }: Of, unsubscribed: boolean): Promise<void> {
  const unsubscribed_at = unsubscribed ? new Date().toISOString() : null
  await db
    .insertInto('recipient')
    .values({ organisation_id, channel: 'email', address, unsubscribed_at })
    .onConflict((on) => on.columns(['organisation_id', 'channel', 'address']).doUpdateSet({ unsubscribed_at }))
    .execute()
}

const tokenIn = (query: unknown) => (query as { token?: string }).token ?? ''

type Of = { organisation_id: number; address: string }
