import { type Kysely, sql } from 'kysely'
import { bigints } from '#db/arrays.ts'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { Database } from '#db/tables/index.ts'
import type { Transport } from '#db/transports.ts'
import { trackerKey, unnestRows } from '#db/unnest.ts'
import type { DeviceSettings } from '../../links/command.ts'
import { settingsOf } from './device_settings.ts'
import { type Phone, selectPhone } from './phone_identity.ts'

/**
 * Checks every second that the tracker, token and session behind each open connection are still valid. It polls the
 * database, so changes by any process are found.
 */
export class Watch {
  #db: Kysely<Database>
  #watched = new Set<Watched>()
  readonly task: PeriodicTask = {
    name: 'rights of open connections',
    interval_ms: CHECK_INTERVAL_MS,
    run: () => this.check(),
    failure_level: 'debug',
  }

  constructor(db: Kysely<Database>) {
    this.#db = db
  }

  add(watched: Watched): void {
    this.#watched.add(watched)
  }

  remove(watched: Watched): void {
    this.#watched.delete(watched)
  }

  async check(): Promise<void> {
    if (this.#watched.size === 0) return
    const all = [...this.#watched]
    const sessions = await this.#sessions(all)
    const trackers = await this.#trackers(all)
    for (const watched of all) {
      if (!this.#watched.has(watched)) continue
      const now = trackers.get(watched.phone.tracker_id)
      const ended = reasonToEnd(watched, now, sessions)
      if (ended || !now) {
        watched.on_end(ended ?? 'the tracker is deleted')
        continue
      }
      const before = JSON.stringify(settingsOf(watched.phone))
      watched.phone = now
      if (JSON.stringify(settingsOf(now)) !== before) watched.on_settings(now)
    }
  }

  async #trackers(all: Watched[]): Promise<Map<number, Phone>> {
    const phones = all.map(({ phone }) => phone)
    const rows = await selectPhone(this.#db)
      .where(sql<boolean>`(organisation_id, id) in (select * from ${unnestRows(phones, { bigint: trackerKey }, 't')})`)
      .execute()
    return new Map(rows.map((row) => [row.tracker_id, row]))
  }

  async #sessions(all: Watched[]): Promise<Set<number>> {
    const ids = [...new Set(all.flatMap(({ session }) => (session?.session_id ? [session.session_id] : [])))]
    if (ids.length === 0) return new Set()
    const { rows } = await sql<{ id: number }>`
      select s.id from session s join user_account u on u.id = s.user_id
      where s.id = any(${bigints(ids)}::bigint[]) and s.revoked_at is null and s.expires_at > now()
        and u.active and u.deleted_at is null`.execute(this.#db)
    return new Set(rows.map(({ id }) => id))
  }
}

const CHECK_INTERVAL_MS = 1_000

function reasonToEnd(
  { phone, session, transport }: Watched,
  now: Phone | undefined,
  sessions: Set<number>,
): string | null {
  if (!now) return 'the tracker is deleted'
  if (!now.active) return 'the tracker is switched off'
  if (!now.transports.includes(transport)) return 'the tracker does not report in this way any more'
  if (!session) return now.token_sha256 === phone.token_sha256 ? null : 'the token has been replaced'
  if (session.session_id !== null && !sessions.has(session.session_id)) return 'the session has ended'
  return now.owner_user_id === session.user_id ? null : 'the tracker has another owner now'
}

export type Watched = {
  phone: Phone
  /** The transport of the connection. */
  transport: Transport
  /** The person's session; null when the tracker itself signed in. */
  session: { user_id: number; session_id: number | null } | null
  on_settings(settings: DeviceSettings): void
  on_end(reason: string): void
}
