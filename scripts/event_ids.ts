import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { openHistory } from '#db/history/store.ts'
import { claimInstallation } from '#db/ids/installation.ts'
import { renumberEvents } from '#db/ids/renumber.ts'
import { migrate } from '#db/migrations/index.ts'
import { readConfig } from './server/config.ts'

type Db = Parameters<typeof migrate>[0]

/** Gives new ids to events that have the id of an earlier one. */
export function runRenumber(is_dry: boolean) {
  return async (db: Db) => {
    await migrate(db)
    const config = readConfig()
    await claimInstallation(db, config.installation_number)
    const store = await openHistory(config)
    let shown_at = 0
    const on_progress = (text: string) => {
      if (Date.now() - shown_at < 1000) return
      shown_at = Date.now()
      console.error(text)
    }
    await waitForWork(db)
    const { ids, in_table, in_files, files } = await renumberEvents(db, store, { is_dry, on_progress })
    if (ids === 0) return console.log('No two events have the same id.')
    console.log(`${ids} ${ids === 1 ? 'id was' : 'ids were'} those of more than one event.`)
    if (is_dry) console.log('Nothing was changed: without --dry-run the later events get new ids.')
    else console.log(`New ids: ${in_table} events of the table, ${in_files} events in ${files} files.`)
  }
}

/** A process that was killed keeps its right to work on closed days for some minutes. */
async function waitForWork(db: Db): Promise<void> {
  for (let seconds = 0; seconds < LONGEST_LEASE_S; seconds++) {
    const { rows } = await sql`select 1 from event_archive_lease where until >= now()`.execute(db)
    if (rows.length === 0) return
    if (seconds === 0) console.error('Waiting for another process that works on closed days, or was stopped …')
    await wait(1000)
  }
}

const LONGEST_LEASE_S = 200
