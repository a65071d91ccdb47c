import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { isServed } from '#db/moving/hold.ts'
import { Opens, SharingState } from '#db/tables/billing/values.ts'
import { Timestamp } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { tokenHash } from '../../crud/session/random_token.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { networkOf } from '../../http/addresses/network_of.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { AppError } from '../../http/errors.ts'
import { checkBilling, todayOf } from '../access.ts'
import { setMember } from '../members/cover.ts'
import { joinByProduct } from '../store/join.ts'
import { notifyPayer } from './letter.ts'
import { addPerson } from './shares.ts'

const token = Type.String({ minLength: 20, maxLength: 100 })
const strict = { additionalProperties: false }
const rateLimit = { max: 60, timeWindow: 60_000 }
const Shown = Type.Object({
  state: SharingState,
  organisation_name: Type.String(),
  product_name: Type.String(),
  payer: Type.String(),
  name: Type.String(),
  email: Type.String(),
  opens: Opens,
  expires_at: Timestamp,
  expired: Type.Boolean(),
})

/** What a person reads who has the link: the token is in the body, so in no log. */
export const readSharing = defineAction({
  method: 'POST',
  path: 'subscriptionmember/read',
  public: true,
  tags: ['subscriptions'],
  summary: 'Read an invitation to share a membership by the token of its link, without an account',
  body: Type.Object({ token }, strict),
  answer: Shown,
  status: 200,
  config: { rateLimit },
  run: async ({ context: { db }, body, request }) => toShown(await find(db, body.token, request.ip)),
})

/**
 * The link is enough to decline. To accept, the person is signed in to the account of the invited address, which a
 * mailed link has proved; impersonators and API keys are refused. Accepting makes them a member of the organisation.
 */
export const answerSharing = defineAction({
  method: 'POST',
  path: 'subscriptionmember/answer',
  public: true,
  tags: ['subscriptions'],
  summary: 'Accept an invitation to share a membership, signed in to the account of its address, or decline it',
  body: Type.Object({ token, accept: Type.Boolean() }, strict),
  answer: Shown,
  status: 200,
  config: { rateLimit },
  async run({ context, viewer, body, request }) {
    const { organisation_id } = await find(context.db, body.token, request.ip)
    await checkBilling(context.db, organisation_id)
    if (viewer) checkNotImpersonating(viewer)
    const shown = await transact(context, async (trx) => {
      const { subscription_id } = await find(trx, body.token, request.ip)
      await sql`select from subscription where id = ${subscription_id} for update`.execute(trx)
      const invited = await find(trx, body.token, request.ip)
      if (invited.expired) throw new AppError('token_expired', undefined, 'token')
      if (body.accept) await accept(trx, viewer, invited)
      else await decline(trx, viewer, invited, request.ip)
      return { ...toShown(invited), state: body.accept ? ('joined' as const) : ('declined' as const) }
    })
    return shown
  },
})

async function accept(trx: Trx, viewer: Viewer | null, invited: Invited): Promise<void> {
  const { id, organisation_id, subscription_id, email } = invited
  if (!viewer || viewer.api_key) {
    throw new AppError('unauthorized', `Please sign in to the account of ${email}, or register with it, to accept.`)
  }
  const account = await trx
    .selectFrom('user_account')
    .select(['email', 'email_proved_at'])
    .where('id', '=', viewer.user_id)
    .executeTakeFirstOrThrow()
  if (account.email?.toLowerCase() !== email.toLowerCase()) {
    throw new AppError('forbidden', `This invitation is for ${email}: please sign in to that account.`)
  }
  if (account.email_proved_at === null) {
    throw new AppError('unconfirmed', 'Please confirm your e-mail address first, by the link that is mailed to it.')
  }
  const sub = await trx
    .selectFrom('subscription')
    .selectAll()
    .where('id', '=', subscription_id)
    .executeTakeFirstOrThrow()
  if (sub.user_id === viewer.user_id) throw new AppError('conflict', 'You have this membership already.')
  const product = await trx.selectFrom('product').select('joins_as').where('id', '=', sub.product_id).executeTakeFirst()
  await joinByProduct(trx, viewer, { organisation_id, joins_as: product?.joins_as ?? 'Customer' })
  const member = await trx.selectFrom('subscription_member').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const by = { today: await todayOf(trx, organisation_id), user_id: null }
  await addPerson(trx, sub, member, viewer.user_id, by)
  await audit(trx, viewer, 'subscription.join', { organisation_id, entity: 'subscription', entity_id: subscription_id })
  await notifyPayer(trx, { id, what: 'has joined' })
}

async function decline(trx: Trx, viewer: Viewer | null, { id, organisation_id, subscription_id }: Invited, ip: string) {
  const answered_at = new Date().toISOString()
  await setMember(trx, id, { state: 'declined', answered_at, token_sha256: null })
  const about = { organisation_id, entity: 'subscription', entity_id: subscription_id, ip }
  await audit(trx, { user_id: viewer?.user_id ?? null }, 'subscription.decline', about)
  await notifyPayer(trx, { id, what: 'has declined' })
}

/** @throws {AppError} not_found; attempts are counted for each network */
async function find(db: Db, token: string, ip: string): Promise<Invited> {
  const { rows } = await sql<Invited>`
    select m.id, m.organisation_id, m.subscription_id, m.state, m.name, m.email, m.expires_at,
      m.expires_at < now() as expired, o.name as organisation_name, s.product_name, s.opens,
      coalesce((select ${displayNameOf('u')} from user_account u where u.id = s.user_id), o.name) as payer
    from subscription_member m join subscription s on s.id = m.subscription_id
    join organisation o on o.id = m.organisation_id
    where m.token_sha256 = ${tokenHash(token)} and m.state = 'invited' and ${isServed(sql`o.id`)}`.execute(db)
  if (rows[0]) return rows[0]
  await takeAttempt(db, 'token_address', networkOf(ip))
  throw new AppError('not_found', 'This link leads to no invitation, or not any more.', 'token')
}

function toShown(row: Invited): Static<typeof Shown> {
  const { id: _, organisation_id: _o, subscription_id: _s, ...shown } = row
  return shown
}

type Invited = Static<typeof Shown> & { id: number; organisation_id: number; subscription_id: number }
