import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openHistory } from '#db/history/store.ts'
import { openDatabase } from '#db/open.ts'
import { makeDays } from '#db/partitions.ts'
import { archiveOf, atOnce } from './days.ts'

// A process for kill.test.ts: it stores reports of some days, prints the digests of what is committed, and closes the
// days at the same time.
const { data_dir, database_url, fleet, days } = JSON.parse(process.argv[2]!)
const { db } = await openDatabase({ data_dir, database_url })
const store = await openHistory({ data_dir, s3_url: null })
console.log('started')
await Promise.all([report(), close()])

async function report(): Promise<void> {
  for (;;) {
    const day = days[Math.floor(Math.random() * days.length)]
    const digests = Array.from({ length: 40 }, () => Math.floor(Math.random() * 2 ** 47))
    await sql`insert into tracker_event (organisation_id, tracker_id, fix_at, received, event, valid, repeated, late, digest)
      select ${fleet.organisation_id}, (${fleet.tracker_ids}::bigint[])[1 + d % ${fleet.tracker_ids.length}::int],
        ${day}::timestamptz + d % 86400 * interval '1 second', now(), 'position', false, false, false, d
      from unnest(${digests}::bigint[]) d`.execute(db)
    console.log(digests.join(' '))
    await sleep(Math.random() * 20)
  }
}

async function close(): Promise<void> {
  for (;;) {
    // Some days get a partition again after it was closed.
    await makeDays(db, new Date(days[0]), new Date(days.at(-1)))
    await archiveOf(db, store).run(new Date('2027-03-12T12:00:00Z'), { policy: atOnce })
  }
}
