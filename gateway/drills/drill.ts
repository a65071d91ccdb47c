import { type Kysely, sql } from 'kysely'
import type { RowOf } from '#db/tables/define_table.ts'
import type { Database } from '#db/tables/index.ts'
import type { FireDrill } from '#db/tables/tracking/drills/fire_drill.ts'

export type Drill = RowOf<typeof FireDrill>

/** Who has acknowledged the alert as others are has acknowledged the drill. */
export async function noteAcknowledged(db: Kysely<Database>, { id, organisation_id, alert_id }: Drill): Promise<void> {
  await sql`insert into fire_drill_answer (organisation_id, fire_drill_id, user_id, via, answered_at)
    select organisation_id, ${id}, acknowledged_by_user_id, 'alert', acknowledged_at from alert
    where organisation_id = ${organisation_id} and id = ${alert_id} and acknowledged_at is not null
      and acknowledged_by_user_id is not null
    on conflict do nothing`.execute(db)
}
