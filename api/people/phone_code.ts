import { createHmac, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { purposes } from '#db/tables/purposes.ts'
import { phoneNumber } from '#messages/phones.ts'
import { countSent, releaseNumber } from '#messages/queue/gate.ts'
import { writeMessages } from '#messages/queue/write.ts'
import { isSame } from '#messages/signature.ts'
import { languageOf } from '#messages/templates/built_in.ts'
import type { ApiContext } from '../context.ts'
import { defineAction } from '../crud/action.ts'
import { checkNotImpersonating } from '../crud/session/impersonation.ts'
import { afterCommit, contextOf, transact } from '../crud/transact.ts'
import type { Viewer } from '../crud/viewer.ts'
import { takeAttempt } from '../http/attempts.ts'
import { AppError } from '../http/errors.ts'
import { localeOf } from './mails/locale.ts'

const ProveBody = Type.Object(
  {
    code: Type.String({
      maxLength: 20,
      pattern: '^\\s*\\d{3}\\s?\\d{3}\\s*$',
      description: 'the six digits of the SMS',
    }),
  },
  { additionalProperties: false },
)

const tags = ['users']

/** Confirms the mobile number in a person's profile by a code sent by SMS. */
export const sendPhoneCode = defineAction({
  method: 'POST',
  path: 'phone/code',
  tags,
  summary: 'Get a code by SMS to your mobile number',
  status: 202,
  message: 'The code is on its way. It works for a day.',
  async run({ context, viewer }) {
    checkNotImpersonating(viewer)
    await takeAttempt(context.db, 'phone_code', viewer.user_id)
    await transact(context, (trx) => sendCode(trx, viewer))
  },
})

export const provePhone = defineAction({
  method: 'POST',
  path: 'phone/prove',
  tags,
  summary: 'Confirm your mobile number with the code',
  body: ProveBody,
  message: 'The number has been confirmed.',
  async run({ context, viewer, body }) {
    checkNotImpersonating(viewer)
    const code = body.code.replaceAll(/\s/g, '')
    // Outside of the transaction below, so that a wrong code is counted though the request fails.
    const sent = await takeTry(context, viewer.user_id)
    if (!isSame(sent.code_sha256, hashOf(code, viewer.user_id, context.config.jwt_secret))) {
      throw new AppError('token_invalid', 'This is not the code that was sent.', 'code')
    }
    await transact(context, (trx) => prove(trx, viewer, sent.address))
  },
})

async function sendCode(trx: Trx, viewer: Viewer): Promise<void> {
  const { user_id } = viewer
  const person = await readPerson(trx, user_id)
  const address = phoneNumber(person.phone_mobile)
  if (!address) throw new AppError('not_possible', 'Your profile has no mobile number.', 'phone_mobile')
  if (phoneNumber(person.phone_proved) === address) {
    throw new AppError('not_possible', 'Your number has been confirmed already.', 'phone_mobile')
  }
  await claim(trx, address)
  const { keys, config } = contextOf(trx)
  const { jwt_secret, quotas } = config
  const organisation_id = viewer.memberships[0]?.organisation_id
  if (organisation_id !== undefined && (await countSent(trx, { organisation_id, channel: 'sms' }, quotas))) {
    throw new AppError('not_possible', 'Your organisation has sent as many SMS as it may for now.')
  }
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const made = { address, code_sha256: hashOf(code, user_id, jwt_secret), tries: 0, made_at: sql<string>`now()` }
  await trx
    .insertInto('phone_code')
    .values({ user_id, ...made })
    .onConflict((on) => on.column('user_id').doUpdateSet(made))
    .execute()
  const { phone_code } = languageOf(await localeOf(trx, user_id))
  const sealed = keys.seal(phone_code(code), purposes.account_mail)
  await writeMessages(trx, [
    {
      organisation_id: null,
      kind: 'account',
      sender_user_id: null,
      recipients: address,
      subject: '',
      text: phone_code('••••••'),
      deliveries: [{ channel: 'sms', user_id: null, address, sealed, expires_at: inADay() }],
    },
  ])
  afterCommit(trx, ({ notifyDelivery }) => notifyDelivery())
}

/** An unconfirmed number gets one SMS a day, across all accounts. */
async function claim(trx: Trx, address: string): Promise<void> {
  const { rows } = await sql`
    insert into address_confirmation as c (channel, address, asked_at) values ('sms', ${address}, now())
    on conflict (channel, address) do update set asked_at = now()
      where c.refused_at is null and (c.asked_at is null or c.asked_at <= now() - interval '1 day')
    returning address`.execute(trx)
  if (rows.length > 0) return
  throw new AppError('not_possible', 'This number has had an SMS today. Please try again tomorrow.', 'phone_mobile')
}

async function takeTry({ db }: ApiContext, user_id: number) {
  const sent = await db
    .updateTable('phone_code')
    .set({ tries: sql`tries + 1` })
    .where('user_id', '=', user_id)
    .where('tries', '<', MOST_TRIES)
    .where('made_at', '>', sql<string>`now() - interval '1 day'`)
    .returning(['address', 'code_sha256'])
    .executeTakeFirst()
  if (!sent) throw new AppError('token_expired', 'This code no longer works. Please request another.', 'code')
  return sent
}

async function prove(trx: Trx, { user_id }: Viewer, address: string): Promise<void> {
  const person = await readPerson(trx, user_id)
  if (phoneNumber(person.phone_mobile) !== address) {
    throw new AppError('not_possible', 'The code was sent to another number than your profile has now.', 'code')
  }
  await trx.updateTable('user_account').set({ phone_proved: person.phone_mobile }).where('id', '=', user_id).execute()
  await trx.deleteFrom('phone_code').where('user_id', '=', user_id).execute()
  await releaseNumber(trx, user_id, address)
  afterCommit(trx, ({ notifyDelivery }) => notifyDelivery())
}

const readPerson = (trx: Trx, user_id: number) =>
  trx
    .selectFrom('user_account')
    .select(['phone_mobile', 'phone_proved'])
    .where('id', '=', user_id)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** Six digits can be brute-forced, so the stored hash is keyed with the secret. */
const hashOf = (code: string, user_id: number, secret: string) =>
  createHmac('sha256', secret).update(`phone code ${user_id} ${code}`).digest('hex')

const inADay = () => new Date(Date.now() + 86_400_000).toISOString()
const MOST_TRIES = 10
