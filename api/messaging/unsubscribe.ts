import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { escapeHtml } from '#messages/html.ts'
import { readLinkToken } from '#messages/link_tokens.ts'
import { linksTo, UNSUBSCRIBE_PATH } from '#messages/links.ts'
import type { ApiContext } from '../context.ts'
import { takeAttempt } from '../http/attempts.ts'
import { checkServed, showHolds } from '../http/backends.ts'
import { addForms } from '../http/forms.ts'
import { badLink, plainButton, plainPage } from '../http/plain_page.ts'

const Query = Type.Object({ token: Type.Optional(Type.String({ maxLength: 100 })) })

/**
 * Unsubscribes an address from alerts, or an account from newsletters, by a mailed link: no sign-in, no JavaScript. GET
 * changes nothing, since mail programs prefetch links; the button does, and so does one-click unsubscribe (RFC 8058). A
 * link used again answers the same.
 */
export async function addUnsubscribe(app: FastifyInstance, { db, config }: ApiContext): Promise<void> {
  await app.register(async (pages) => {
    addForms(pages)
    showHolds(pages)
    const schema = { hide: true, querystring: Query }

    pages.get(UNSUBSCRIBE_PATH, { schema }, async (request, reply) => {
      const token = tokenIn(request.query)
      const of = await find(db, token, config.jwt_secret)
      reply.code(of || token === '' ? 200 : 404)
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
      if (token === '') return howTo()
      if (!of) return badLink()
      const { address, from, what, unsubscribed } = of
      const question = unsubscribed
        ? `<p>${escapeHtml(address)} gets no ${what} of ${escapeHtml(from)}.</p>${plainButton('again', `Send ${what} again`)}`
        : `<p>Shall ${escapeHtml(address)} get no more ${what} of ${escapeHtml(from)}?</p>${plainButton('stop', `No more ${what}`)}`
      return plainPage(what === 'alerts' ? 'Alerts' : 'Newsletters', question)
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
      await of.change(!is_again, request.ip)
      const done = is_again ? `gets ${of.what} again` : `gets no more ${of.what}`
      return plainPage('Done', `<p>${escapeHtml(of.address)} ${done} of ${escapeHtml(of.from)}.</p>`)
    })
  })
}

/** Without a token, as where the address was typed. */
const howTo = () =>
  plainPage(
    'Unsubscribe',
    `<p>Each alert and newsletter has a link at its end, which ends them for your address.</p>
    <p>Or sign in, and choose what you get in <a href="${linksTo().settings()}">your settings</a>.</p>`,
  )

/** What a link unsubscribes from. Null for an invalid one. */
async function find(db: Db, token: string, secret: string): Promise<Subscription | null> {
  return (await findAlerts(db, token, secret)) ?? (await findNewsletters(db, token, secret))
}

async function findNewsletters(db: Db, token: string, secret: string): Promise<Subscription | null> {
  const id = readLinkToken('newsletter', token, secret)
  if (id === null) return null
  const { rows } = await sql<{ address: string; from: string; unsubscribed: boolean }>`
    select u.email as address, w.name as "from", not u.newsletter as unsubscribed
    from user_account u cross join website w where u.id = ${id} and u.deleted_at is null`.execute(db)
  if (!rows[0]) return null
  return { ...rows[0], what: 'newsletters', change: (unsubscribed, ip) => setNewsletter(db, id, !unsubscribed, ip) }
}

/** Time and address are the proof of consent. Unsubscribed again, nothing changes. */
async function setNewsletter(db: Db, user_id: number, newsletter: boolean, ip: string): Promise<void> {
  await db
    .updateTable('user_account')
    .set({
      newsletter,
      modified_at: sql`now()`,
      newsletter_subscribed_ip: newsletter ? ip : null,
      newsletter_subscribed_at: newsletter ? sql<string>`now()` : null,
    })
    .where('id', '=', user_id)
    .where('newsletter', '<>', newsletter)
    .execute()
}

async function findAlerts(db: Db, token: string, secret: string): Promise<Subscription | null> {
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
  if (!row) return null
  const { organisation_id, organisation, address, unsubscribed_at } = row
  // Its answer would be lost.
  await checkServed(db, organisation_id)
  return {
    what: 'alerts',
    from: organisation,
    address,
    unsubscribed: unsubscribed_at !== null,
    change: (unsubscribed) => setUnsubscribed(db, { organisation_id, address }, unsubscribed),
  }
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

type Subscription = {
  what: 'alerts' | 'newsletters'
  /** The organisation, or the installation. */
  from: string
  address: string
  unsubscribed: boolean
  change(unsubscribed: boolean, ip: string): Promise<void>
}
type Of = { organisation_id: number; address: string }
