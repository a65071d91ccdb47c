import { sql } from 'kysely'
import type { Trx } from '../database.ts'

/**
 * Has movement found again by a job, which begins when no other of the organisation runs. What waits already with the
 * same input is not queued twice.
 *
 * @param wanted.name what it is about, for people
 * @returns the job; null where the organisation has too many that wait
 */
export async function queueMovement(trx: Trx, wanted: MovementRequest): Promise<number | null> {
  const { organisation_id, user_id, name, input } = wanted
  // One that begins at this moment is running then: it may have read what it is about.
  const { rows: waiting } = await sql<{ id: number; same: boolean }>`
    select id, input @> ${JSON.stringify(input)}::jsonb as same from job
    where organisation_id = ${organisation_id} and kind = 'movement' and state = 'queued' for update`.execute(trx)
  const same = waiting.find((job) => job.same)
  if (same) return same.id
  if (waiting.length >= MOST_WAITING) return null
  const { rows } = await sql<{ id: number }>`insert into job (organisation_id, user_id, kind, input)
    values (${organisation_id}, ${user_id}, 'movement', ${JSON.stringify({ ...input, name, opens_private: false })}::jsonb)
    returning id`.execute(trx)
  return rows[0]!.id
}

/** Has past visits of a new or changed boundary found; all that wait are found by one job. */
export async function queueVisits(
  trx: Trx,
  { organisation_id, user_id, boundary_id, name }: { boundary_id: number } & Omit<MovementRequest, 'input'>,
): Promise<void> {
  await sql`insert into movement_boundary (organisation_id, boundary_id) values (${organisation_id}, ${boundary_id})
    on conflict do nothing`.execute(trx)
  await queueMovement(trx, { organisation_id, user_id, name, input: { of: 'boundaries' } })
}

const MOST_WAITING = 100

/** What is found again. Without times all of the history. */
export type MovementInput =
  | { of: 'tracker'; tracker_id: number; from?: string; to?: string }
  | { of: 'profile'; movement_profile_id: number }
  | { of: 'group'; group_id: number }
  /** Trackers whose profile is that of the organisation, or none. */
  | { of: 'defaults' }
  | { of: 'boundaries' }
  | { of: 'organisation' }

type MovementRequest = { organisation_id: number; user_id: number; name: string; input: MovementInput }
