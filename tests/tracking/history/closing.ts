import { sql } from 'kysely'
import type { ArchivedEvent } from '#db/history/event.ts'
import { historyOf } from '#db/history/of.ts'
import { micros } from '#db/history/parts.ts'
import { FileWriter } from '#db/history/write.ts'
import type { Network } from '../../network.ts'
import { dayOf } from './events.ts'

export async function closeDays({ db }: Network, days: number[]): Promise<void> {
  const writer = new FileWriter(historyOf(db)!)
  for (const days_ago of days) {
    const day = dayOf(days_ago)
    const within = sql<boolean>`fix_at >= ${`${day}T00:00:00Z`}::timestamptz and fix_at < ${`${day}T00:00:00Z`}::timestamptz + interval '1 day'`
    const { rows: organisations } = await sql<{
      organisation_id: number
    }>`select distinct organisation_id from tracker_event where ${within}`.execute(db)
    for (const { organisation_id } of organisations) {
      const { rows } =
        await sql<ArchivedEvent>`select id, tracker_id, ${micros(sql`fix_at`)} as fix_at, ${micros(sql`received`)} as received, event, alarm, valid,
        st_x(position) as longitude, st_y(position) as latitude, altitude::float8, heading::float8, speed::float8, accuracy::float8,
        outside_boundary, repeated, late, boundary_id, attributes::text, digest
        from tracker_event where organisation_id = ${organisation_id} and ${within} order by tracker_id, fix_at, digest`.execute(
          db,
        )
      const old = await db
        .selectFrom('event_archive')
        .selectAll()
        .where('organisation_id', '=', organisation_id)
        .where('day', '=', day)
        .execute()
      if (old.length > 0) throw new Error('closed already')
      await writer.begin({ organisation_id, day })
      await writer.add(rows)
      const { first_fix_at, last_fix_at, ...written } = await writer.finish()
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('event_archive')
          .values({
            ...written,
            part: 0,
            written_at: sql`now()`,
            first_fix_at: new Date(first_fix_at / 1000).toISOString(),
            last_fix_at: new Date(last_fix_at / 1000 + 1).toISOString(),
          } as never)
          .execute()
        await sql`insert into event_archive_version (organisation_id, version) values (${organisation_id}, 1) on conflict (organisation_id) do update set version = event_archive_version.version + 1`.execute(
          trx,
        )
        await sql`delete from tracker_event where organisation_id = ${organisation_id} and ${within}`.execute(trx)
      })
    }
  }
  await writer.close()
}

export async function mergeLate(_network: Network): Promise<void> {}
