import { type Insertable, sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import type { Database } from '#db/tables/index.ts'
import { UserAccount } from '#db/tables/people/user_account.ts'
import { linksTo } from '#messages/links.ts'
import { defineAction } from '../../crud/action.ts'
import { checkEmail, checkLocale, checkVisibleName, visibleNames } from '../../crud/checks.ts'
import { rows } from '../../crud/rows.ts'
import { transact } from '../../crud/transact.ts'
import { placeOf } from '../../http/addresses/country.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { AppError } from '../../http/errors.ts'
import { Offered, offersTo } from '../consent.ts'
import { localeOf } from '../mails/locale.ts'
import { mails } from '../mails/mails.ts'
import { sendMail } from '../mails/send.ts'
import { randomToken, readOneTimeToken, useOneTimeToken } from '../one_time_tokens.ts'
import { hashPassword } from '../passwords/hash.ts'
import { Names, Password, Terms, TokenBody, Username } from './bodies.ts'
import { checkPassword, checkUsername, checkUsernameFree, namesOf } from './checks.ts'
import { completeAccount } from './complete.ts'
import { welcomeUser } from './welcome.ts'

const RegisterBody = Type.Object(
  {
    email: Type.String({ maxLength: 254 }),
    username: Type.Optional(Username),
    password: Type.Optional(Password),
    password_confirm: Type.Optional(Password),
    terms: Terms,
    /** Their language, for the mail; English if there is no translation. */
    locale: Type.Optional(UserAccount.columns.locale),
    /** Whether they register an organisation as well, whose name the last step asks for. */
    type: Type.Optional(Type.Literal('owner')),
    ...Names,
  },
  { additionalProperties: false },
)
const CompleteBody = Type.Object(
  {
    ...TokenBody.properties,
    username: Username,
    password: Password,
    password_confirm: Password,
    terms: Terms,
    /** The organisations to join, of those listed in the answer of the token route. */
    organisation_ids: Type.Optional(Type.Array(Id, { maxItems: 100 })),
    /** An organisation to register with the account, as its administrator; otherwise it gets the person's name. */
    organisation_name: Type.Optional(Type.String({ maxLength: 200 })),
    ...Names,
  },
  { additionalProperties: false },
)
const tags = ['registration']

const Verified = Type.Object({
  email: Type.String(),
  username: Type.String(),
  ...Names,
  organisations: Type.Array(Offered),
  /** Whether the link was requested by the registration form, rather than sent because an organisation added them. */
  self_requested: Type.Boolean(),
})

/**
 * Registration: form, mail, token, completion. The answer to the form does not reveal whether the address has an
 * account.
 */
export const registerAccount = defineAction({
  method: 'POST',
  path: 'user/register',
  config: { unique: ['username'] },
  public: true,
  tags,
  summary: 'Register an account',
  body: RegisterBody,
  status: 202,
  message: 'Please read your mail and follow the link in it.',
  async run({ context, body: { terms, password, password_confirm, username, type, ...names }, request }) {
    const { config, db } = context
    if (config.registration === 'closed') {
      throw new AppError('forbidden', 'Registration is closed. Please ask your administrator for an account.')
    }
    const email = checkEmail(names.email)
    checkLocale(names.locale)
    if (password !== undefined) {
      await takeAttempt(db, 'password_address', request.ip)
      checkPassword(password, password_confirm, { names: [email, username ?? null] })
    }
    const checked = username === undefined ? unnamed() : checkUsername(username)
    await takeAttempt(db, 'mail_address', request.ip)
    await takeAttempt(db, 'mail', email)
    // Hashes also for existing addresses, so that the response time reveals nothing.
    const password_hash = password === undefined ? null : await hashPassword(password)
    await transact(context, async (trx) => {
      const account = await findByEmail(trx, email)
      if (!account) await checkUsernameFree(trx, checked)
      if (account?.email_proved_at) {
        const link = linksTo(config.public_url).resetPassword()
        return sendMail(trx, mails.registeredAlready({ email, locale: await localeOf(trx, account.id) }, link))
      }
      const user_id =
        account?.id ??
        (await addUser(trx, {
          ...visibleNames(names),
          email,
          username: checked,
          password_hash,
          created_ip: request.ip,
          created_address: placeOf(request.ip, config.geoip_file),
          terms_agreed_ip: request.ip,
          terms_agreed_at: new Date().toISOString(),
        }))
      await welcomeUser(trx, user_id, email, { self_requested: true, owner: type === 'owner' })
    })
  },
})

export const verifyRegistration = defineAction({
  method: 'POST',
  path: 'user/register/token',
  public: true,
  tags,
  summary: 'Verify a registration link',
  body: TokenBody,
  answer: Verified,
  status: 200,
  attempts: ['token_address'],
  async run({ context: { db }, body }) {
    const { user_id, self_requested } = await readOneTimeToken(db, 'register', body.token)
    const user = await db
      .selectFrom('user_account')
      .select(['email', 'username', 'name', 'firstname', 'lastname'])
      .where('id', '=', user_id)
      .executeTakeFirstOrThrow()
    return { ...user, organisations: await offersTo(db, user.email), self_requested }
  },
})

export const completeRegistration = defineAction({
  method: 'POST',
  path: 'user/register/complete',
  config: { unique: ['username'] },
  public: true,
  tags,
  summary: 'Complete the registration',
  body: CompleteBody,
  status: 201,
  message: 'Welcome. Please sign in.',
  async run({
    context,
    body: { token, password, password_confirm, terms, organisation_ids, organisation_name, ...rest },
    request,
  }) {
    const { config, db } = context
    const named = organisation_name === undefined ? undefined : checkVisibleName(organisation_name, 'organisation_name')
    if (named !== undefined && config.registration === 'closed') {
      throw new AppError('forbidden', 'Registration is closed. Please ask your administrator for an organisation.')
    }
    await takeAttempt(db, 'password_address', request.ip)
    checkPassword(password, password_confirm)
    const username = checkUsername(rest.username)
    await takeAttempt(db, 'token_address', request.ip)
    const { user_id } = await readOneTimeToken(db, 'register', token)
    checkPassword(password, undefined, { names: [username, ...(await namesOf(db, user_id, { proved: true }))] })
    await checkUsernameFree(db, username, user_id)
    const password_hash = await hashPassword(password)
    await transact(context, async (trx) => {
      const { self_requested } = await useOneTimeToken(trx, 'register', token)
      await completeAccount(trx, user_id, {
        account: { ...visibleNames(rest), username, password_hash },
        ip: request.ip,
        selected_ids: organisation_ids,
        self_requested,
        organisation_name: named,
      })
    })
  },
})

function findByEmail(db: Db, email: string) {
  return db
    .selectFrom('user_account')
    .select(['id', 'email_proved_at'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

async function addUser(trx: Db, values: Insertable<Database['user_account']>): Promise<number> {
  const { id } = await rows(trx, 'user_account').insert(values)
  return id
}

const unnamed = () => `user-${randomToken().slice(0, 12).toLowerCase()}`
