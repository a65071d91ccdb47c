import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { figuresFor, type QuotaDefaults } from '#db/quotas.ts'
import type { Database } from '#db/tables/index.ts'
import { NotDelivered } from '#messages/providers/provider.ts'
import { countSent, isFresh, overridesOf } from '#messages/queue/gate.ts'
import { mayGive, stands } from './store.ts'

/**
 * Sends commands as SMS to the SIM of a tracker, whether it is connected or not. Each is claimed before it is sent, so it
 * is sent at most once, and counts for the organisation's quotas of SMS and of such commands, which no device can agree
 * to get. What a device answers is not read.
 */
export class SmsCommands {
  readonly #options: Options
  /** While the provider is away. */
  #paused_until = 0
  readonly task: PeriodicTask = {
    name: 'commands by SMS',
    interval_ms: 2_000,
    run: () => this.send(),
    failure_level: 'debug',
  }

  constructor(options: Options) {
    this.#options = options
  }

  /** Sends what is due, one after another. */
  async send(): Promise<void> {
    if (!this.#options.sendSms || Date.now() < this.#paused_until) return
    for (let claimed = await this.#claim(); claimed.length > 0; claimed = await this.#claim()) {
      for (const [i, command] of claimed.entries()) {
        if (await this.#sendOne(command)) continue
        await this.#requeue(claimed.slice(i))
        return
      }
    }
  }

  /** @returns false if the provider takes nothing now */
  async #sendOne(command: Claimed): Promise<boolean> {
    const { db, quotas, sendSms, log } = this.#options
    const { organisation_id, sim_number, text } = command
    const reason = await db.transaction().execute(async (trx) => {
      if (sim_number === null) return 'the tracker has no number of a SIM'
      const most = await mostOfDay(trx, organisation_id, quotas)
      // Those of today, this one among them.
      if (command.today > most) return `the organisation's quota is used up: ${most} commands by SMS a day`
      const beyond = await countSent(trx, { organisation_id, channel: 'sms' }, quotas)
      return beyond && `the organisation's quota is used up: ${beyond.most} SMS ${beyond.name}`
    })
    if (reason) return this.#fail(command, reason)
    try {
      await sendSms!({ id: -command.id, organisation_id, address: sim_number!, text, tracker_id: command.tracker_id })
      return true
    } catch (error) {
      const { message } = error as Error
      if (error instanceof NotDelivered && error.verdict === 'never') return this.#fail(command, message)
      this.#paused_until = Date.now() + PAUSE_MS
      log.warn({ reason: message }, 'commands by SMS wait for the provider')
      return false
    }
  }

  /** Claims what is due as a connection does (`claimCommands`). */
  async #claim(): Promise<Claimed[]> {
    const { rows } = await sql<Claimed & { state: string }>`/* claim_sms_commands */
      with due as (
        select organisation_id, id from tracker_command
        where by_sms and state = 'queued' and (expires_at is null or expires_at > now())
          and (send_at is null or send_at <= now()) and (not dangerous or ${stands})
        order by id limit 20 for update skip locked
      ), judged as (select d.*, ${mayGive} and ${administers} as may from due d join tracker_command c using (organisation_id, id))
      update tracker_command c set state = case when may then 'sent' else 'failed' end,
        sent_at = case when may then now() end,
        reason = case when not may then 'who gave it may no longer change this tracker' end, modified_at = now()
      from judged j join tracker_command k using (organisation_id, id)
        join tracker t on t.organisation_id = k.organisation_id and t.id = k.tracker_id
      where c.organisation_id = j.organisation_id and c.id = j.id
      returning c.state, c.organisation_id::float8 as organisation_id, c.tracker_id::float8 as tracker_id,
        c.id::float8 as id, c.text, t.sim_number, (select count(*)::int + 1 from tracker_command s
          where s.organisation_id = c.organisation_id and s.by_sms and s.id <> c.id
            and s.sent_at >= date_trunc('day', now(), 'UTC')) as today`.execute(this.#options.db)
    const claimed = rows.filter(({ state }) => state === 'sent').sort((a, b) => a.id - b.id)
    // The statement sees none of those that it claims.
    const before = new Map<number, number>()
    return claimed.map((command) => {
      const count = before.get(command.organisation_id) ?? 0
      before.set(command.organisation_id, count + 1)
      return { ...command, today: command.today + count }
    })
  }

  async #fail({ organisation_id, id }: Claimed, reason: string): Promise<true> {
    await sql`update tracker_command set state = 'failed', sent_at = null, reason = ${reason}, modified_at = now()
      where organisation_id = ${organisation_id} and id = ${id} and state = 'sent'`.execute(this.#options.db)
    return true
  }

  async #requeue(commands: Claimed[]): Promise<void> {
    for (const { organisation_id, id } of commands) {
      await sql`update tracker_command set state = 'queued', sent_at = null, modified_at = now()
        where organisation_id = ${organisation_id} and id = ${id} and state = 'sent'`.execute(this.#options.db)
    }
  }
}

/** As the API asks. */
const administers = sql<boolean>`exists (select from user_account u where u.id = c.created_by_user_id
  and (u.platform_admin or exists (select from membership m where m.organisation_id = c.organisation_id
    and m.user_id = u.id and m.role_name = 'Administrator')))`

async function mostOfDay(db: Kysely<Database>, organisation_id: number, defaults: QuotaDefaults): Promise<number> {
  const { fresh, overrides } = await db
    .selectFrom('organisation as o')
    .select([isFresh.as('fresh'), overridesOf.as('overrides')])
    .where('o.id', '=', organisation_id)
    .executeTakeFirstOrThrow()
  return figuresFor(defaults, { fresh, overrides }).sms_commands_per_day
}

const PAUSE_MS = 30_000

type Claimed = {
  organisation_id: number
  tracker_id: number
  id: number
  text: string
  sim_number: string | null
  /** Of the organisation by SMS today (UTC), with this one. */
  today: number
}
export type SmsOfCommand = { id: number; organisation_id: number; address: string; text: string; tracker_id: number }
type Options = {
  db: Kysely<Database>
  log: Logger
  quotas: QuotaDefaults
  /** Null where the installation sends no SMS. */
  sendSms: ((sms: SmsOfCommand) => Promise<unknown>) | null
}
