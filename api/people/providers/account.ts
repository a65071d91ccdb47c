import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { checkEmail, visibleNames } from '../../crud/checks.ts'
import { countMail } from '../../crud/quotas.ts'
import { contextOf } from '../../crud/transact.ts'
import { placeOf } from '../../http/addresses/country.ts'
import { AppError } from '../../http/errors.ts'
import { isRefused } from '../../messaging/ask_recipients.ts'
import { usernameFor } from '../accounts/username_for.ts'
import { welcomeUser } from '../accounts/welcome.ts'
import { type Person, roleOf } from './claims.ts'
import { joinByProvider } from './joining.ts'
import type { Provider } from './providers.ts'

/**
 * The account of a person whom a provider has signed in. One that was connected before is found by the provider's name
 * for the person; others by an address that the provider has verified, if it is proved here as well.
 *
 * A provider of an organisation speaks for its verified domains only, and its administrators set it up: by an address it
 * opens no account that reaches further than they do, which is one of a platform administrator or of a member elsewhere.
 * People with such accounts connect it themselves, while signed in.
 *
 * @throws {AppError} not_possible, with what to do
 */
export async function accountOf(trx: Trx, provider: Provider, person: Person, ip: string): Promise<number> {
  const known = await trx
    .selectFrom('identity')
    .select(['id', 'user_id', 'by_person'])
    .where('identity_provider_id', '=', provider.id)
    .where('subject', '=', person.subject)
    .forUpdate()
    .executeTakeFirst()
  const user_id = known?.user_id ?? (await byAddress(trx, provider, person, ip))
  await checkOpen(trx, user_id)
  if (known && !known.by_person) await checkReach(trx, provider, user_id)
  await joinByProvider(trx, provider, { user_id, groups: person.groups, ip })
  if (known) {
    await trx
      .updateTable('identity')
      .set({ last_used_at: sql<string>`now()`, ...(person.email !== null && { email: person.email }) })
      .where('id', '=', known.id)
      .execute()
  } else await connect(trx, provider, person, user_id, { by_person: false })
  return user_id
}

/**
 * Connects the account there with the person's own.
 *
 * @throws {AppError} conflict where either is connected with another
 */
export async function connect(
  trx: Trx,
  provider: Provider,
  { subject, email }: Person,
  user_id: number,
  { by_person }: { by_person: boolean },
): Promise<void> {
  const taken = await trx
    .selectFrom('identity')
    .select(['user_id', 'subject'])
    .where('identity_provider_id', '=', provider.id)
    .where((eb) => eb.or([eb('subject', '=', subject), eb('user_id', '=', user_id)]))
    .execute()
  if (taken.some((each) => each.user_id !== user_id)) {
    throw new AppError('conflict', `This account at ${provider.name} is connected with another one here.`)
  }
  if (taken.some((each) => each.subject !== subject)) {
    throw new AppError('conflict', `Your account is connected with another one at ${provider.name}.`)
  }
  await trx
    .insertInto('identity')
    .values({ identity_provider_id: provider.id, user_id, subject, email, by_person, last_used_at: sql<string>`now()` })
    .onConflict((on) =>
      on.constraint('identity_subject').doUpdateSet({ by_person: sql`identity.by_person or ${by_person}` }),
    )
    .execute()
}

/** @throws {AppError} inactive, unconfirmed */
export async function checkOpen(db: Db, user_id: number): Promise<void> {
  const account = await db
    .selectFrom('user_account')
    .select(['active', 'confirmed_at'])
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!account?.active) throw new AppError('inactive')
  if (account.confirmed_at === null) throw new AppError('unconfirmed')
}

async function byAddress(trx: Trx, provider: Provider, person: Person, ip: string): Promise<number> {
  const { email } = person
  if (email === null) {
    throw new AppError(
      'not_possible',
      `${provider.name} does not say that your address is verified. Please sign in here, and connect it in your settings.`,
    )
  }
  if (provider.organisation_id !== null && !(await isOfDomain(trx, provider.organisation_id, email))) {
    throw new AppError('not_possible', `${provider.name} does not speak for addresses of ${email.split('@')[1]} here.`)
  }
  const account = await trx
    .selectFrom('user_account')
    .select(['id', 'email_proved_at'])
    .where(sql`lower(email)`, '=', email)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!account) return create(trx, provider, person, email, ip)
  // Anyone may have registered it with an address of others, and know its password.
  if (account.email_proved_at === null) {
    throw new AppError(
      'not_possible',
      'There is an account with your address that is not confirmed. Please confirm it by a link, which “Forgotten?” mails.',
    )
  }
  await checkReach(trx, provider, account.id)
  return account.id
}

/** As an administrator of the organisation creates one: the mailed link proves the address. */
async function create(trx: Trx, provider: Provider, person: Person, address: string, ip: string): Promise<number> {
  const { organisation_id, name } = provider
  if (organisation_id === null || !provider.creates_accounts) {
    throw new AppError('not_possible', 'There is no account with your address. Please ask for an invitation.')
  }
  if (roleOf(provider, person.groups) === null)
    throw new AppError('forbidden', `Your groups at ${name} give no role here.`)
  const email = checkEmail(address)
  const { id } = await trx
    .insertInto('user_account')
    .values({
      ...allowed(person.names),
      username: await usernameFor(trx, email),
      email,
      confirmed_at: sql<string>`now()`,
      created_ip: ip,
      created_address: placeOf(ip, contextOf(trx).config.geoip_file),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await countMail(trx, organisation_id)
  if (!(await isRefused(trx, email))) await welcomeUser(trx, id, email)
  return id
}

/** @throws {AppError} where the account reaches further than the administrators of the provider do */
async function checkReach(trx: Trx, { name, organisation_id }: Provider, user_id: number): Promise<void> {
  const { rows } = await sql<{ email: string; platform_admin: boolean; elsewhere: boolean }>`
    select u.email, u.platform_admin, exists (select from membership m
      where m.user_id = u.id and m.organisation_id <> ${organisation_id}) as elsewhere
    from user_account u where u.id = ${user_id}`.execute(trx)
  const { email, platform_admin, elsewhere } = rows[0]!
  const reaches = platform_admin || (organisation_id !== null && elsewhere)
  const is_spoken_for = organisation_id === null || (await isOfDomain(trx, organisation_id, email))
  if (!reaches && is_spoken_for) return
  throw new AppError(
    'not_possible',
    `Your account reaches further than ${name}. Please sign in with your password, and connect it in your settings.`,
  )
}

async function isOfDomain(trx: Trx, organisation_id: number, email: string): Promise<boolean> {
  const domain = await trx
    .selectFrom('email_domain')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where('domain', '=', email.split('@')[1]!.toLowerCase())
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  return domain !== undefined
}

/** Names that this installation refuses are left out: the person enters another one. */
function allowed(names: Person['names']): Person['names'] {
  try {
    return visibleNames(names)
  } catch {
    return {}
  }
}
