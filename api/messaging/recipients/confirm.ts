import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { escapeHtml } from '#messages/html.ts'
import { readLinkToken } from '#messages/link_tokens.ts'
import { CONFIRM_PATH } from '#messages/links.ts'
import { releaseHeld } from '#messages/queue/gate.ts'
import type { ApiContext } from '../../context.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { checkServed, showHolds } from '../../http/backends.ts'
import { addForms } from '../../http/forms.ts'
import { badLink, plainButton, plainPage } from '../../http/plain_page.ts'

const Query = Type.Object({ token: Type.Optional(Type.String({ maxLength: 100 })) })

/**
 * Confirmation pages for recipients: agree or decline by a mailed link, without signing in. GET changes nothing, since
 * mail programs prefetch links; the buttons do.
 */
export async function addConfirmRecipient(app: FastifyInstance, context: ApiContext): Promise<void> {
  const { db, config } = context
  await app.register(async (pages) => {
    addForms(pages)
    showHolds(pages)
    const schema = { hide: true, querystring: Query }
    const find = (query: unknown) => readRecipient(db, (query as { token?: string }).token ?? '', config)

    pages.get(CONFIRM_PATH, { schema }, async (request, reply) => {
      await takeAttempt(db, 'token_address', request.ip)
      const recipient = await find(request.query)
      reply
        .code(recipient ? 200 : 404)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
      return recipient ? questionTo(recipient) : badLink()
    })

    pages.post(CONFIRM_PATH, { schema }, async (request, reply) => {
      await takeAttempt(db, 'token_address', request.ip)
      const recipient = await find(request.query)
      const action = (request.body as { action?: string } | null)?.action ?? ''
      const is_valid = recipient !== null && Object.hasOwn(answers, action)
      reply
        .code(is_valid ? 200 : 404)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
      if (!is_valid) return badLink()
      const { store, confirmation } = answers[action as keyof typeof answers]
      await db.transaction().execute(async (trx) => {
        await store(trx, recipient)
        if (action === 'agree') await releaseHeld(trx)
      })
      context.notifyDelivery()
      const { address, sender } = recipient
      return plainPage('Done', `<p>${escapeHtml(confirmation(address, sender))}</p>`)
    })
  })
}

/** The possible answers: how each is stored, and the text that confirms it. */
const answers = {
  agree: {
    store: (trx: Db, { id }: Recipient) =>
      trx
        .updateTable('recipient')
        .set({ proved_at: sql`now()`, declined_at: null, unsubscribed_at: null, modified_at: sql`now()` })
        .where('id', '=', id)
        .execute(),
    confirmation: (address: string, sender: string) => `${address} gets messages of ${sender} from now on.`,
  },
  decline: {
    store: (trx: Db, { id }: Recipient) =>
      trx
        .updateTable('recipient')
        .set({ proved_at: null, declined_at: sql`now()`, modified_at: sql`now()` })
        .where('id', '=', id)
        .execute(),
    confirmation: (address: string, sender: string) =>
      `${address} gets nothing of ${sender}, and is not asked again for them.`,
  },
  decline_all: {
    store: async (trx: Db, { id, channel, address }: Recipient) => {
      await answers.decline.store(trx, { id } as Recipient)
      const refused_at = sql<string>`now()`
      await trx
        .insertInto('address_confirmation')
        .values({ channel, address, refused_at })
        .onConflict((on) => on.columns(['channel', 'address']).doUpdateSet({ refused_at }))
        .execute()
      await sql`update recipient set declined_at = now() where channel = ${channel} and address = ${address}
        and proved_at is null and declined_at is null`.execute(trx)
    },
    confirmation: (address: string) => `${address} gets no more requests of any organisation.`,
  },
} satisfies Record<
  string,
  { store(trx: Db, recipient: Recipient): Promise<unknown>; confirmation(address: string, sender: string): string }
>

function questionTo({ address, sender, proved_at, declined_at }: Recipient): string {
  const [to, from] = [escapeHtml(address), escapeHtml(sender)]
  const question = `<p>${from} wants to send messages to ${to}: alerts of GPS trackers, or answers. Do you agree?</p>`
  const now = proved_at ? '<p>You have agreed.</p>' : declined_at ? '<p>You have declined.</p>' : ''
  return plainPage(
    'Messages to you',
    question +
      now +
      (proved_at ? '' : plainButton('agree', 'Yes, send them')) +
      (declined_at ? '' : plainButton('decline', 'No, and do not ask me again')) +
      plainButton('decline_all', 'No, and block requests of all organisations'),
  )
}

async function readRecipient(db: Db, token: string, config: ApiContext['config']): Promise<Recipient | null> {
  const id = readLinkToken('confirm', token, config.jwt_secret)
  if (id === null) return null
  const row = await db
    .selectFrom('recipient as r')
    .leftJoin('organisation as o', 'o.id', 'r.organisation_id')
    .select(['r.id', 'r.organisation_id', 'r.channel', 'r.address', 'r.proved_at', 'r.declined_at', 'o.name'])
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (!row || row.channel === 'push') return null
  const { name, channel, organisation_id, ...rest } = row
  // Its answer would be lost.
  if (organisation_id !== null) await checkServed(db, organisation_id)
  return { ...rest, channel, sender: name ?? `the support of ${new URL(config.public_url).host}` }
}

type Recipient = {
  id: number
  channel: 'email' | 'sms'
  address: string
  proved_at: string | null
  declined_at: string | null
  /** The organisation's name. */
  sender: string
}
