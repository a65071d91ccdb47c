import { sql } from 'kysely'
import type { Db, Trx } from '../database.ts'
import { isLockTimeout } from '../errors.ts'
import { type Built, buildFiles, removeFiles } from './build.ts'
import { isNoted } from './changes/notes.ts'
import { ALL_TRACKERS } from './hot_rows.ts'
import { listParts } from './parts.ts'
import { commit, retried } from './swap.ts'
import type { Work } from './work.ts'

/**
 * Closes a partition: writes the files of all its organisations and days, then empties it and names the files, in one
 * short transaction. What arrives for it in the meantime is noted by a trigger, is in no file, and stays where it is.
 *
 * @returns how many events were moved
 */
export async function closePartition(work: Work, { name, from, to }: ClosedSpan): Promise<number> {
  const { db, store } = work
  const written_at = await prepare(work, { name, from, to })
  const built: Built[] = []
  try {
    for (const organisation_id of await organisationsIn(db, name)) {
      for (const day of daysOf(from, to)) {
        await work.step()
        const { parts, removed, changed } = await listParts(db, {
          organisation_ids: [organisation_id],
          from: day,
          to: day,
        })
        const span = { organisation_id, day, ...ALL_TRACKERS, closing: name }
        const one = await buildFiles(work, { span, replaced: parts, removed, changed })
        if (one.files.length > 0 || one.replaced.length > 0) built.push(one)
      }
    }
  } catch (error) {
    // The next attempt writes all of them again: a full disk must not get fuller.
    for (const { files } of built) await removeFiles(store, files)
    throw error
  }
  await commit(work, built, written_at, (trx) => empty(trx, name))
  return built.flatMap(({ files }) => files).reduce((sum, { events }) => sum + events, 0)
}

/**
 * Makes a trigger that notes the keys of new rows. The lock waits for transactions that are writing to this partition
 * only, so after its commit every row without a note is visible to the statements that follow.
 *
 * @returns the time of it
 */
async function prepare(work: Work, { name, from, to }: ClosedSpan): Promise<string> {
  await retried(work, () =>
    work.db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '500ms'`.execute(trx)
      await work.lease.check(trx)
      await sql`insert into event_archive_partition (name, from_at, to_at) values (${name}, ${from}, ${to})
        on conflict (name) do update set closed_at = null`.execute(trx)
      await sql`create or replace trigger keep_late_events after insert on ${sql.table(name)}
        for each row execute function keep_late_events()`.execute(trx)
    }),
  )
  const { rows } = await sql<{ now: string }>`select now() as now`.execute(work.db)
  return rows[0]!.now
}

async function organisationsIn(db: Db, partition: string): Promise<number[]> {
  const table = sql.table(partition)
  const { rows } = await sql<{ id: number }>`
    with recursive o as (
      select min(organisation_id) as id from ${table}
      union all
      select (select min(p.organisation_id) from ${table} p where p.organisation_id > o.id) from o where o.id is not null
    ) select id from o where id is not null order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Empties a partition, except events that arrived since `prepare` or were edited since they were read. */
async function empty(trx: Trx, name: string): Promise<void> {
  const table = sql.table(name)
  // Only readers and late reports of this partition wait for it; the parent is not locked.
  await sql`lock table ${table} in access exclusive mode`.execute(trx)
  await sql`insert into event_archive_late (partition, organisation_id, tracker_id, fix_at, digest)
    select ${name}, e.organisation_id, e.tracker_id, e.fix_at, e.digest from ${table} e where ${isNoted('e')}
    on conflict do nothing`.execute(trx)
  const { rows: late } = await sql<{ count: number }>`select count(*)::int as count from event_archive_late
    where partition = ${name}`.execute(trx)
  if (late[0]!.count > 0) {
    await sql`create temporary table late_events on commit drop as
      select e.* from ${table} e join event_archive_late l using (organisation_id, tracker_id, fix_at, digest)
      where l.partition = ${name}`.execute(trx)
  }
  await sql`truncate ${table}`.execute(trx)
  await sql`drop trigger if exists keep_late_events on ${table}`.execute(trx)
  if (late[0]!.count > 0) {
    await sql`insert into ${table} select * from late_events`.execute(trx)
    await sql`delete from event_archive_late where partition = ${name}`.execute(trx)
  }
  await sql`update event_archive_partition set closed_at = now() where name = ${name}`.execute(trx)
}

/** Drops partitions that are closed and empty. Where the parent is busy, the next time will do. */
export async function dropClosed({ db }: Work): Promise<string[]> {
  const dropped: string[] = []
  const { rows } = await sql<{ name: string }>`select name from event_archive_partition
    where closed_at is not null order by from_at`.execute(db)
  for (const { name } of rows) {
    try {
      if (await dropIfEmpty(db, name)) dropped.push(name)
    } catch (error) {
      if (!isLockTimeout(error)) throw error
    }
  }
  return dropped
}

async function dropIfEmpty(db: Db, name: string): Promise<boolean> {
  const table = sql.table(name)
  const hasRows = async (of: Db) =>
    (await sql<{ found: boolean }>`select exists (select from ${table}) as found`.execute(of)).rows[0]!.found
  if (await hasRows(db)) return false
  return db.transaction().execute(async (trx) => {
    // Every statement about events queues behind this lock.
    await sql`set local lock_timeout = '100ms'`.execute(trx)
    await sql`lock table tracker_event in access exclusive mode`.execute(trx)
    if (await hasRows(trx)) return false
    await sql`drop table ${table}`.execute(trx)
    await sql`delete from event_archive_partition where name = ${name}`.execute(trx)
    return true
  })
}

/** UTC days from a time to before another. */
export function daysOf(from: string, to: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(`${from.slice(0, 10)}T00:00:00Z`); at < Date.parse(to); at += 86_400_000) {
    days.push(new Date(at).toISOString().slice(0, 10))
  }
  return days
}

export type ClosedSpan = { name: string; from: string; to: string }
