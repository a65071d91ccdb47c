import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isPrivateNow } from '#db/privacy/private_hours.ts'
import { mayIn } from '#db/privacy/roles.ts'
import type { Database } from '#db/tables/index.ts'
import { trackerKey, unnestRows } from '#db/unnest.ts'
import type { ClaimedCommand, DeviceSettings, TrackerKey } from '../links/command.ts'

/** Statements of commands. */

export const MAX_CLAIMED = 1000

/**
 * Claims the queued commands of these trackers, oldest first: they count as sent, and no other gateway sends them. Those
 * of people who may no longer give them fail instead. A dangerous one waits until the tracker stands.
 *
 * @returns at most `MAX_CLAIMED`
 */
export async function claimCommands(db: Kysely<Database>, trackers: TrackerKey[]): Promise<ClaimedCommand[]> {
  const { rows } = await sql<ClaimedCommand & { state: 'sent' | 'failed' }>`
    with due as (
      select organisation_id, id from tracker_command
      where state = 'queued' and not by_sms and (expires_at is null or expires_at > now())
        and (send_at is null or send_at <= now()) and ${isOneOf(trackers)} and (not dangerous or ${stands})
      order by id limit ${sql.lit(MAX_CLAIMED)} for update skip locked
    ), judged as (select d.*, ${mayGive} as may from due d join tracker_command c using (organisation_id, id))
    update tracker_command c set state = case when may then 'sent' else 'failed' end,
      sent_at = case when may then now() end,
      reason = case when not may then 'who gave it may no longer change this tracker' end, modified_at = now()
    from judged j where c.organisation_id = j.organisation_id and c.id = j.id
    returning c.state, c.organisation_id, c.tracker_id, c.id, c.type, c.text, c.interval_s, c.by_settings, c.fields`.execute(
    db,
  )
  return rows.filter(({ state }) => state === 'sent').sort((a, b) => a.id - b.id)
}

/**
 * Speed 0 (below 1 km/h) for a minute: in the last fix, which is no older than two minutes, in all of the minute before
 * it, and in the one before that. Reports without a speed say nothing.
 */
export const stands = sql<boolean>`exists (
  select from (
    select max(e.fix_at) as fix_at from tracker_event e
    where e.organisation_id = tracker_command.organisation_id and e.tracker_id = tracker_command.tracker_id
      and e.fix_at > now() - interval '2 minutes' and e.fix_at < now() + interval '1 minute' and e.speed is not null
  ) last cross join lateral (
    select max(e.fix_at) as fix_at from tracker_event e
    where e.organisation_id = tracker_command.organisation_id and e.tracker_id = tracker_command.tracker_id
      and e.fix_at > last.fix_at - interval '1 hour' and e.fix_at <= last.fix_at - interval '1 minute'
      and e.speed is not null
  ) earlier
  where earlier.fix_at is not null and not exists (
    select from tracker_event e
    where e.organisation_id = tracker_command.organisation_id and e.tracker_id = tracker_command.tracker_id
      and e.fix_at >= earlier.fix_at and e.fix_at < now() + interval '1 minute' and e.speed >= 0.28))`

/** Whether who gave it may still change the tracker, as the API asks: an Administrator, or its owner. */
export const mayGive = sql<boolean>`(c.by_settings or (c.created_by_user_id is null and not c.dangerous) or exists (
  select from user_account u where u.id = c.created_by_user_id and u.active and u.deleted_at is null
    and (u.platform_admin or exists (
      select from membership m join tracker t on t.organisation_id = c.organisation_id and t.id = c.tracker_id
      where m.organisation_id = c.organisation_id and m.user_id = u.id and ${mayIn('m', 'commands', 'write')}
        and (m.role_name = 'Administrator' or t.owner_user_id = u.id)))))`

/** Returns claimed commands that were not sent: queued again, or failed if there is a reason. */
export async function returnUnsent(db: Kysely<Database>, unsent: UnsentCommand[]): Promise<void> {
  const returned = unsent.map(({ command, reason }) => ({ ...command, reason }))
  await sql`
    update tracker_command c set state = case when u.reason is null then 'queued' else 'failed' end,
      reason = u.reason, sent_at = null, modified_at = now()
    from ${unnestRows(returned, { bigint: ['organisation_id', 'id'], text: ['reason'] }, 'u')}
    where c.organisation_id = u.organisation_id and c.id = u.id and c.state = 'sent'`.execute(db)
}

/** Marks interval commands as sent that were included in the settings. */
export async function markSentWithSettings(db: Kysely<Database>, trackers: TrackerKey[]): Promise<void> {
  await sql`
    update tracker_command set state = 'sent', sent_at = now(), modified_at = now()
    where state = 'queued' and by_settings and ${isOneOf(trackers)}`.execute(db)
}

/**
 * Stores a device's answer to the command with that id; without an id, to the oldest sent in the last hour, since
 * devices answer in order, and many never answer. An answer may say where the device is, so one that is private leaves
 * none.
 */
export async function storeAnswer(db: Kysely<Database>, { tracker, id, text }: DeviceAnswer): Promise<void> {
  const which = id === null ? sql`sent_at > now() - interval '1 hour'` : sql`id = ${id}`
  await sql`
    update tracker_command set state = 'answered', answered_at = now(), modified_at = now(),
      answer = case when not ${isPrivateNow('tracker_command')} then ${text} end,
      reason = case when ${isPrivateNow('tracker_command')} then 'withheld: the tracker is private' end
    where organisation_id = ${tracker.organisation_id} and id = (
      select id from tracker_command
      where organisation_id = ${tracker.organisation_id} and tracker_id = ${tracker.tracker_id}
        and state = 'sent' and ${which}
      order by id limit 1)`.execute(db)
}

export async function readSettings(
  db: Kysely<Database>,
  trackers: TrackerKey[],
): Promise<(DeviceSettings & TrackerKey)[]> {
  const { rows } = await sql<DeviceSettings & TrackerKey>`
    select organisation_id, id as tracker_id, interval_s, interval_charging_s, pause_after_still_s from tracker
    where ${isOneOf(trackers, sql`id`)}`.execute(db)
  return rows
}

export async function expireCommands(db: Kysely<Database>): Promise<void> {
  await sql`
    update tracker_command set state = 'expired', modified_at = now(), reason = case when dangerous
      then 'the tracker was not connected, or did not stand still for a minute, in time' end
    where state = 'queued' and expires_at <= now()`.execute(db)
}

/** Trackers with new commands or settings in the last ten seconds, longer than the slowest transaction. */
export async function findChanged(db: Kysely<Database>): Promise<TrackerKey[]> {
  const { rows } = await sql<TrackerKey>`
    select organisation_id, tracker_id from tracker_command
    where state = 'queued' and not by_sms and queued_at > now() - interval '10 s'
    union
    select organisation_id, id from tracker where modified_at > now() - interval '10 s'`.execute(db)
  return rows
}

/** Trackers with commands whose time has come, and with such as wait until they stand. */
export async function findDue(db: Kysely<Database>): Promise<TrackerKey[]> {
  const { rows } = await sql<TrackerKey>`
    select organisation_id, tracker_id from tracker_command
    where state = 'queued' and not by_sms and send_at > now() - interval '1 minute' and send_at <= now()
    union
    select organisation_id, tracker_id from tracker_command
    where state = 'queued' and not by_sms and dangerous and (send_at is null or send_at <= now())`.execute(db)
  return rows
}

const isOneOf = (trackers: TrackerKey[], id: RawBuilder<unknown> = sql`tracker_id`) =>
  sql`(organisation_id, ${id}) in (select * from ${unnestRows(trackers, { bigint: trackerKey }, 't')})`

/** `reason`: why it cannot be encoded; null when the connection was closed. */
export type UnsentCommand = { command: ClaimedCommand; reason: string | null }

/** `id` is null if the protocol does not identify the command. */
export type DeviceAnswer = { tracker: TrackerKey; id: number | null; text: string }
