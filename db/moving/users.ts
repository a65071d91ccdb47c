import { type Kysely, type RawBuilder, sql } from 'kysely'
import { idRange, readInstallation } from '../ids/installation.ts'
import type { Table } from '../tables/define_table.ts'
import { type Database, Membership, OneTimeToken, UserAccount } from '../tables/index.ts'
import { phcCost } from '../tables/people/password_cost.ts'
import { columnsOf } from '../tar/columns.ts'
import { MoveError } from './format.ts'
import { movedTables, rowsOf, stage, userColumns } from './plan.ts'

/**
 * The accounts that move with an organisation: its members, and those without whom its records cannot be, such as the
 * person of a plan. Accounts are of an installation, so they stay where they are, too: their people may be members
 * elsewhere.
 */
export async function accountsOf(
  trx: Kysely<Database>,
  table: Table,
  organisation_id: number,
): Promise<RawBuilder<unknown>> {
  const needed: RawBuilder<unknown>[] = [
    sql`select user_id from ${Membership.ref} where organisation_id = ${organisation_id}`,
  ]
  const of = await userColumns(trx)
  for (const moved of await movedTables(trx)) {
    const nullable = new Map((await columnsOf(trx, moved.name)).map((column) => [column.name, column.nullable]))
    for (const column of of(moved)) {
      if (nullable.get(column)) continue
      needed.push(sql`select t.${sql.ref(column)} from ${moved.ref} t where ${rowsOf(moved, organisation_id)}`)
    }
  }
  const ids = sql`(${sql.join(needed, sql` union `)})`
  return table.name === UserAccount.name ? sql`t.id in ${ids}` : sql`t.purpose = 'recovery' and t.user_id in ${ids}`
}

/**
 * Decides which account each account of the file becomes here, into the temporary table `moving_user (id, new_id,
 * matched)`. An account of this installation takes the place of one in the file only where both have proved the same
 * address, and the file is trusted: a file can say anything about addresses.
 *
 * @throws {MoveError} that names each address and username that is taken
 */
export async function mapAccounts(trx: Kysely<Database>, trust: boolean): Promise<void> {
  await sql`create temp table moving_user as
    select s.id, null::bigint as new_id, false as matched from ${stage(UserAccount)} s with no data`.execute(trx)
  const { rows: taken } = await sql<ExistingAccount>`
    select s.id, s.email, s.username, lower(u.email) = lower(s.email) as same_email,
      lower(u.username) = lower(s.username) as same_username, u.id as new_id,
      u.email_proved_at is not null and s.email_proved_at is not null as proved
    from ${stage(UserAccount)} s join ${UserAccount.ref} u
      on u.deleted_at is null and s.deleted_at is null
        and (lower(u.email) = lower(s.email) or lower(u.username) = lower(s.username))
    order by s.username`.execute(trx)
  const matched = taken.filter(({ same_email, proved }) => trust && same_email && proved)
  const isMatched = ({ id }: ExistingAccount) => matched.some((one) => one.id === id)
  const refused = [
    ...taken
      .filter((one) => one.same_email && !isMatched(one))
      .map(({ email, proved }) =>
        proved
          ? `The e-mail address ${email} has an account here: --trust makes it the member, if you run both installations.`
          : `The e-mail address ${email} has an account here, and is not proved in both installations.`,
      ),
    ...taken
      .filter((one) => !one.same_email && one.same_username && !isMatched(one))
      .map(({ username }) => `The username ${username} is taken here: change it in one of the installations.`),
  ]
  if (refused.length > 0) throw new MoveError(refused.slice(0, 100).join('\n'))
  const range = idRange((await readInstallation(trx)) ?? 0)
  await sql`insert into moving_user
    select s.id, case
        when exists (select from ${UserAccount.ref} u where u.id = s.id)
          -- Given out here before, and deleted since; ids that are not given out yet are for others.
          or s.id between (select coalesce(last_value + 1, ${range.from}) from pg_sequences
            where schemaname = current_schema() and sequencename = ${`${UserAccount.name}_id_seq`}) and ${range.to}
        then nextval(pg_get_serial_sequence(${UserAccount.name}, 'id')) else s.id end, false
    from ${stage(UserAccount)} s where not s.id = any(${`{${matched.map(({ id }) => id).join(',')}}`}::bigint[])`.execute(
    trx,
  )
  for (const { id, new_id } of matched) {
    await sql`insert into moving_user values (${id}, ${new_id}, true)`.execute(trx)
  }
}

/**
 * Writes the accounts that are new here, without rights over the installation. Their addresses have to be proved again
 * unless the file is trusted.
 */
export async function insertAccounts(trx: Kysely<Database>, trust: boolean): Promise<number> {
  const given: Record<string, RawBuilder<unknown>> = {
    id: sql`m.new_id`,
    platform_admin: sql`false`,
    developer: sql`false`,
    // A cost of an attacker's choice would be paid at each sign-in.
    password_hash: sql`case when s.password_hash ~ ${passwordHash()} then s.password_hash end`,
    ...Object.fromEntries(
      ['created_by_user_id', 'modified_by_user_id', 'deleted_by_user_id'].map((column) => [
        column,
        sql`(select o.new_id from moving_user o where o.id = s.${sql.ref(column)} and not o.matched)`,
      ]),
    ),
    ...(!trust && { email_proved_at: sql`null::timestamptz`, phone_proved: sql`null::text` }),
  }
  const columns = await columnsOf(trx, UserAccount.name)
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const values = sql.join(columns.map(({ name }) => given[name] ?? sql`s.${sql.ref(name)}`))
  const { numAffectedRows } = await sql`insert into ${UserAccount.ref} (${names}) overriding system value
    select ${values} from ${stage(UserAccount)} s join moving_user m on m.id = s.id where not m.matched`.execute(trx)
  await sql`insert into ${OneTimeToken.ref} (user_id, purpose, token_sha256, email, expires_at, used_at, created_at, self_requested)
    select m.new_id, 'recovery', s.token_sha256, null, s.expires_at, s.used_at, s.created_at, false
    from ${stage(OneTimeToken)} s join moving_user m on m.id = s.user_id
    where not m.matched and s.purpose = 'recovery'`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** `api/people/passwords/hash.ts` writes these. Another one is left out: its person chooses a new password. */
const passwordHash = () => `^\\$argon2id\\$v=19\\$${phcCost()}\\$[A-Za-z0-9+/]{22}\\$[A-Za-z0-9+/]{43}$`

type ExistingAccount = {
  id: number
  email: string
  username: string
  same_email: boolean
  same_username: boolean
  new_id: number
  proved: boolean
}
