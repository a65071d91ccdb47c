import { Archive } from '#db/history/archive.ts'
import { makeDays } from '#db/partitions.ts'
import { atOnce } from '../../db/history/days.ts'
import type { Network } from '../../network.ts'
import { midnight } from './events.ts'

/** Makes partitions of days; the events of others are in the default one. */
export async function makePartitionsOf({ db }: Network, days: number[]): Promise<void> {
  for (const days_ago of days) await makeDays(db, new Date(midnight(days_ago)), new Date(midnight(days_ago)))
}

/** Closes all days up to this one, and merges what has arrived late for them. */
export async function closeThrough({ server }: Network, days_ago: number): Promise<void> {
  const { database, history } = server
  const archive = new Archive({ db: database.db, store: history, close_days: 1, merge_rows: 100_000 })
  await archive.run(new Date(midnight(days_ago - 2)), { policy: atOnce })
}
