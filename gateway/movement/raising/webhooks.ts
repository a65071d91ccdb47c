import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { WebhookType } from '#db/tables/tracking/webhooks/webhook_endpoint.ts'
import { trackerKey, unnestRows } from '#db/unnest.ts'
import type { Segment } from '../rules/index.ts'
import { type TrackerKey, timeOf } from '../store.ts'

/**
 * Queues trips and visits for the webhooks of their organisations, in the transaction that writes them. What is found
 * again is the same by its key, and sent once.
 */
export async function queueMovement(trx: Trx, news: readonly News[]): Promise<void> {
  if (news.length === 0) return
  await sql`/* queue_movement_webhooks */
    select queue_webhooks(h.organisation_id, h.what, h.once, h.tracker_id, h.at::timestamptz, h.facts::jsonb ||
      case when b.id is null then '{}'::jsonb
        else jsonb_build_object('boundary', jsonb_build_object('id', b.id, 'name', b.name)) end)
    from ${unnestRows(news.map(rowOf), columns, 'h')}
    left join boundary b on b.organisation_id = h.organisation_id and b.id = h.boundary_id
    -- A visit may be written for days; by then its delivery may have been deleted.
    where h.at::timestamptz > now() - interval '1 day' and exists (
      select from webhook_endpoint e where e.organisation_id = h.organisation_id and e.active
        and h.what = any(e.types) and e.created_at < h.at::timestamptz)`.execute(trx)
}

function rowOf({ key: { organisation_id, tracker_id }, what, at, segment }: News) {
  const { kind, boundary_id, began_at, ended_at } = segment
  const once = `${what} ${tracker_id} ${boundary_id ?? ''} ${timeOf(began_at)}`
  const times = { began_at: timeOf(began_at), ended_at: ended_at === null ? null : timeOf(ended_at) }
  const facts = { [kind]: kind === 'trip' ? { ...times, ...tripOf(segment) } : times }
  return { organisation_id, tracker_id, boundary_id, what, once, at: timeOf(at), facts: JSON.stringify(facts) }
}

const tripOf = ({ distance_m, distance_source, top_speed, moving_s, begin, end }: Segment) => ({
  distance_m,
  distance_source,
  top_speed,
  moving_s,
  begin: { type: 'Point', coordinates: [begin.lon, begin.lat] },
  end: { type: 'Point', coordinates: [end.lon, end.lat] },
})

const columns = { bigint: [...trackerKey, 'boundary_id'], text: ['what', 'once', 'at', 'facts'] } as const

/** `at`: when it happened, in milliseconds. */
export type News = {
  key: TrackerKey
  what: Extract<WebhookType, 'trip.ended' | 'visit.began' | 'visit.ended'>
  at: number
  segment: Segment
}
