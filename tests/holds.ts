import type { Hold } from '#db/embedded/session_queue.ts'
import type { Network } from './network.ts'

/** Every statement and transaction of the embedded database during the work; none on a server. */
export async function holdsOf<T>(network: Network, work: () => Promise<T>): Promise<{ result: T; holds: Hold[] }> {
  const holds: Hold[] = []
  const end = network.server.database.session?.onHold((hold) => holds.push(hold))
  try {
    return { result: await work(), holds }
  } finally {
    end?.()
  }
}

/** What held the session with more statements or rows than a part of long work has: parts have at most 500 rows. */
export function longOf(holds: Hold[], { statements = 20, rows = 1100 } = {}) {
  return holds
    .filter((hold) => hold.statements > statements || hold.rows > rows)
    .map((hold) => ({ statements: hold.statements, rows: hold.rows, text: hold.slowest?.text }))
}
