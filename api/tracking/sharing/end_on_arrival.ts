import { sql } from 'kysely'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { Db } from '#db/database.ts'
import type { ApiContext } from '../../context.ts'
import { near_m } from '../arrivals/arrive.ts'
import { settleTrips } from './shared_trip.ts'

/**
 * Ends links to a tracker that has arrived at their place: some minutes later, so that who waits sees it arrive. Links to
 * a trip end with it.
 */
export const makeArrivals = ({ db }: ApiContext): PeriodicTask => ({
  name: 'arrivals of shared trackers',
  interval_ms: 20_000,
  async run() {
    await endArrived(db)
    await settleTrips(db)
  },
})

/** A report of the last quarter of an hour near the place is an arrival, and so is that the tracker is there now. */
export async function endArrived(db: Db): Promise<void> {
  await sql`/* end_arrived_links */
    update share_link l set arrived_at = now(), expires_at = least(l.expires_at, now() + interval '10 minutes'),
      modified_at = now()
    from location p
    where l.ends_on_arrival and l.arrived_at is null and l.expires_at > now()
      and coalesce(l.begins_at, l.created_at) <= now()
      and p.organisation_id = l.organisation_id and p.id = l.location_id
      and (exists (select from tracker_state s
          where s.organisation_id = l.organisation_id and s.tracker_id = l.tracker_id and s.valid
            and s.fix_at >= coalesce(l.begins_at, l.created_at)
            and st_dwithin(s.position::geography, p.position::geography, ${near_m}))
        or exists (select from tracker_event e
          where e.organisation_id = l.organisation_id and e.tracker_id = l.tracker_id and e.valid
            and e.fix_at >= greatest(coalesce(l.begins_at, l.created_at), now() - interval '15 minutes')
            and st_dwithin(e.position::geography, p.position::geography, ${near_m})))`.execute(db)
}
