import { sql } from 'kysely'
import type { Network } from '../network.ts'

/**
 * Puts a large fleet straight into the database, each with its last position: on a square, row by row. They report
 * once a day, so that a slow test does not see them offline.
 */
export async function scatter(
  network: Network,
  { count, west, south, size, outside = false, owner = null }: Scattered,
) {
  const side = Math.ceil(Math.sqrt(count))
  await sql`
    with made as (
      insert into tracker (organisation_id, number, name, owner_user_id, token_sha256, interval_s)
      select 1, 'van-' || ${west}::float8 || '-' || i, 'Van ' || i, ${owner}::bigint, repeat('0', 64), 86400
      from generate_series(1, ${count}::int) i
      returning id
    )
    select count(*) from made`.execute(network.db)
  await sql`
    update tracker_state s set
      event_id = 0, fix_at = now(), received = now(), event = 'position', valid = true,
      outside_boundary = ${outside}::boolean, repeated = false,
      position = st_setsrid(st_makepoint(
        ${west}::float8 + (n.i % ${side}::int) * ${size / side}::float8,
        ${south}::float8 + (n.i / ${side}::int) * ${size / side}::float8), 4326)
    from (
      select id, (row_number() over (order by id))::int - 1 as i from tracker
      where number like 'van-' || ${west}::float8 || '-%'
    ) n
    where s.organisation_id = 1 and s.tracker_id = n.id`.execute(network.db)
}

type Scattered = {
  count: number
  /** The square's corner and side, in degrees. */
  west: number
  south: number
  size: number
  outside?: boolean
  owner?: number | null
}
