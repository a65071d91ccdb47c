import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { isServed } from '#db/moving/hold.ts'
import { Quote } from '#db/tables/billing/quotes/quote.ts'
import { DateOnly, Nullable, Timestamp } from '#db/tables/columns.ts'
import { linksTo } from '#messages/links.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { tokenHash } from '../../crud/session/random_token.ts'
import { contextOf, transact } from '../../crud/transact.ts'
import { networkOf } from '../../http/addresses/network_of.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { personalReminder, writePersonal } from '../../messaging/personal_reminder.ts'
import { invoiceAccepted, NOT_WRITTEN } from './become.ts'

const token = Type.String({ minLength: 20, maxLength: 100 })
const strict = { additionalProperties: false }
const { document_number, state, note, amounts_are, currency, lines, net, tax, gross } = Quote.columns
const { issued_on, answered_name, deposit } = Quote.columns
/** The account of a line is the organisation's own business. */
const { account_code: _a, tax_rate_id: _t, ...line } = lines.items.properties
const Shown = Type.Object({
  document_number,
  state,
  note,
  amounts_are,
  currency,
  digits: Type.Integer(),
  lines: Type.Array(Type.Object(line)),
  net,
  tax,
  gross,
  deposit,
  issued_on,
  valid_until: DateOnly,
  expired: Type.Boolean(),
  organisation_name: Type.String(),
  contact_name: Type.String(),
  terms: Type.String(),
  answered_at: Nullable(Timestamp),
  answered_name,
})
const rateLimit = { max: 60, timeWindow: 60_000 }

/** What the person reads who has the link: the token is in the body, so in no log. */
export const readQuote = defineAction({
  method: 'POST',
  path: 'quote/read',
  public: true,
  tags: ['quotes'],
  summary: 'Read a quote by the token of its link, without an account',
  body: Type.Object({ token }, strict),
  answer: Shown,
  status: 200,
  config: { rateLimit },
  run: async ({ context: { db }, body, request }) => toShown(await findQuote(db, body.token, request.ip)),
})

/** Who has answered and when is kept. Once: later answers are refused, and so are those after its last day. */
export const answerQuote = defineAction({
  method: 'POST',
  path: 'quote/answer',
  public: true,
  tags: ['quotes'],
  summary: 'Accept or decline a quote by the token of its link, without an account',
  body: Type.Object(
    {
      token,
      accept: Type.Boolean(),
      name: Type.String({ minLength: 1, maxLength: 200 }),
      note: Type.Optional(Type.String({ maxLength: 2000 })),
      gross: Type.Optional(gross),
    },
    strict,
  ),
  answer: Shown,
  status: 200,
  config: { rateLimit },
  async run({ context, body, request }) {
    const name = body.name.trim()
    if (name === '') throw wrong('name', 'is missing.')
    const { id } = await findQuote(context.db, body.token, request.ip)
    const row = await transact(context, async (trx) => {
      await sql`select from quote where id = ${id} for update`.execute(trx)
      const row = await findQuote(trx, body.token, request.ip)
      checkOpen(row, body.gross)
      await sql`update quote set state = ${body.accept ? 'accepted' : 'declined'}, answered_at = now(), answered_name = ${name},
        answered_note = ${body.note || null}, problem = ${body.accept ? NOT_WRITTEN : null}, modified_at = now()
        where id = ${id}`.execute(trx)
      const about = { organisation_id: row.organisation_id, entity: 'quote', entity_id: id, ip: request.ip }
      await audit(trx, { user_id: null }, body.accept ? 'quote.accept' : 'quote.decline', about)
      await notifyAuthor(trx, row, { ...body, name })
      return row
    })
    if (body.accept) await invoiceAccepted(context, id, row)
    return toShown(await findQuote(context.db, body.token, request.ip))
  },
})

function checkOpen(row: LinkedQuote, gross: number | undefined): void {
  if (row.state !== 'sent') throw new AppError('conflict', `This quote was ${row.state} before.`)
  if (row.expired) throw new AppError('not_possible', 'This quote is not valid any more.')
  if (gross !== undefined && gross !== row.gross) throw new AppError('conflict', 'This quote is another by now.')
}

async function notifyAuthor(trx: Trx, row: LinkedQuote, answer: { accept: boolean; name: string; note?: string }) {
  const { rows } = await sql<{ user_id: number; person: string; email: string | null }>`
    select u.id as user_id, ${displayNameOf('u')} as person, case when u.email_proved_at is not null then u.email end as email
    from user_account u join membership m on m.user_id = u.id and m.organisation_id = ${row.organisation_id}
    where u.id = ${row.author_user_id} and u.active and u.deleted_at is null`.execute(trx)
  const author = rows[0]
  if (!author) return
  const word = answer.accept ? 'accepted' : 'declined'
  const subject = `Quote ${row.document_number} was ${word}`
  const page = linksTo(contextOf(trx).config.public_url).quoteAdmin(row.id)
  const text = [`${answer.name} has ${word} quote ${row.document_number} of ${row.contact_name}.`, answer.note, page]
  const reminder = personalReminder({
    ...author,
    organisation_id: row.organisation_id,
    occasion: `quote ${row.id} answered`,
    subject,
    text: text.filter(Boolean).join('\n\n'),
  })
  await writePersonal(trx, author.user_id, reminder)
}

/** @throws {AppError} not_found for a token of no quote; guesses are counted for their network */
async function findQuote(db: Db, token: string, ip: string): Promise<LinkedQuote> {
  const { rows } = await sql<LinkedQuote>`
    select q.*, c.digits, q.issuer ->> 'name' as organisation_name, q.contact ->> 'name' as contact_name,
      coalesce(q.issuer ->> 'terms', '') as terms,
      q.state = 'sent' and q.valid_until < (now() at time zone o.timezone)::date as expired
    from quote q join currency c on c.code = q.currency join organisation o on o.id = q.organisation_id
    join organisation_config f on f.organisation_id = o.id and 'billing' = any(f.features)
    where q.token_sha256 = ${tokenHash(token)} and ${isServed(sql`o.id`)}`.execute(db)
  if (rows[0]) return rows[0]
  await takeAttempt(db, 'token_address', networkOf(ip))
  throw new AppError('not_found', 'This link leads to no quote, or not any more.', 'token')
}

function toShown(row: LinkedQuote): Static<typeof Shown> {
  const shown = Object.fromEntries(Object.keys(Shown.properties).map((name) => [name, row[name as keyof LinkedQuote]]))
  const lines = row.lines.map(({ account_code: _, tax_rate_id: _t, ...line }) => line)
  return { ...(shown as unknown as Static<typeof Shown>), lines }
}

type LinkedQuote = Omit<Static<typeof Quote.row>, 'contact' | 'issuer'> &
  Pick<Static<typeof Shown>, 'digits' | 'organisation_name' | 'contact_name' | 'terms' | 'expired'>
