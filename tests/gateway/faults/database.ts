import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** Faults of PostgreSQL, by its own means: each begins immediately, and ends when its promise resolves. */

/** Like a stalled disk: no event is written until then, and no error occurs. */
export function holdEvents(url: string, until: Promise<unknown>): Promise<void> {
  return using(url, async (client) => {
    await client.query('begin')
    await client.query('lock table tracker_event in share mode')
    await until
    await client.query('rollback')
  })
}

/**
 * As on a disk that is full: events are refused with PostgreSQL's own code for that, 53100.
 *
 * @param share of the statements that are refused, from 0 to 1
 */
export async function refuseEvents(url: string, until: Promise<unknown>, share = 1): Promise<void> {
  await using(url, async (client) => {
    await client.query(`
      create or replace function refuse_as_full() returns trigger language plpgsql as $$ begin
        if random() < ${share} then
          raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
        end if;
        return null;
      end $$`)
    await insist(() =>
      client.query(
        'create trigger full_disk before insert on tracker_event for each statement execute function refuse_as_full()',
      ),
    )
  })
  await until
  await insist(() => using(url, (client) => client.query('drop trigger full_disk on tracker_event')))
}

/**
 * Locks the states of two trackers, with so much time between that a batch with both has one and wants the other. Who
 * waits looks for a deadlock once, after `deadlock_timeout`: this side so late that it is the batch that is ended.
 */
export function crossStates(url: string, [first, second]: [number, number]): Promise<void> {
  return using(url, async (client) => {
    const lock = (id: number) => client.query('select from tracker_state where tracker_id = $1 for update', [id])
    await client.query(`set deadlock_timeout = '10s'`)
    await client.query('begin')
    await lock(first)
    await wait(200)
    await lock(second).catch((error) => {
      if (error.code !== '40P01') throw error // it was this side after all
    })
    await client.query('rollback')
  })
}

/** Ends about half of the server's connections. */
export function endBackends(url: string): Promise<unknown> {
  return using(url, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'ringfence%' and random() < 0.5`,
    ),
  )
}

/** Deadlocks that PostgreSQL has ended so far. */
export function countDeadlocks(url: string): Promise<number> {
  return using(url, async (client) => {
    const { rows } = await client.query(
      'select deadlocks::integer from pg_stat_database where datname = current_database()',
    )
    return rows[0].deadlocks as number
  })
}

/** Altering a table that is written to may itself be chosen as the victim of a deadlock. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if ((error as { code?: string }).code !== '40P01') throw error
    }
  }
}

export async function using<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
