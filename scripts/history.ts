import { sql } from 'kysely'
import { Archive, dueSpans, horizonOf } from '#db/history/archive.ts'
import { openHistory } from '#db/history/store.ts'
import { migrate } from '#db/migrations/index.ts'
import { readConfig } from './server/config.ts'

type Db = Parameters<typeof migrate>[0]

/** Prints the days whose events are in files, newest first, and the partitions that are due. */
export async function showHistory(db: Db): Promise<void> {
  await migrate(db)
  const { gateway } = readConfig()
  const { rows } = await sql<{ day: string; organisations: number; files: number; events: number; bytes: number }>`
    select day::text as day, count(distinct organisation_id)::int as organisations, count(*)::int as files,
      sum(events)::float8 as events, sum(bytes)::float8 as bytes
    from event_archive group by day order by day desc`.execute(db)
  for (const { day, organisations, files, events, bytes } of rows) {
    const size = `${(bytes / 1e6).toFixed(1)} MB, ${(bytes / events).toFixed(1)} bytes each`
    console.log(`${day}   ${organisations} organisations   ${files} files   ${events} events   ${size}`)
  }
  if (gateway.close_days === 0) return console.log('Days are not closed: HISTORY_CLOSE_DAYS is 0.')
  const due = await dueSpans({ db }, horizonOf(new Date(), gateway.close_days))
  console.log(due.length > 0 ? `Due: ${due.map(({ name }) => name).join(', ')}.` : 'No day is due.')
}

/** Does what the server's periodic task does. */
export async function closeHistory(db: Db): Promise<void> {
  await migrate(db)
  const { data_dir, s3_url, gateway } = readConfig()
  if (gateway.close_days === 0)
    throw new Error('HISTORY_CLOSE_DAYS is 0: set it to the days after which a day is closed.')
  const store = await openHistory({ data_dir, s3_url })
  const report = await new Archive({ db, store, close_days: gateway.close_days, merge_rows: 200_000 }).run()
  if (!report) throw new Error('Another process works on closed days: try again in some minutes.')
  for (const { name, events } of report.closed) console.log(`closed ${name}: ${events} events`)
  console.log(`${report.merged} late reports merged, ${report.rewritten} files rewritten, ${report.removed} removed.`)
  if (report.postponed > 0) console.log(`${report.postponed} steps were postponed: others use what they need.`)
}
