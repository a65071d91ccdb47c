import { afterAll, beforeAll } from 'vitest'
import { type Postgres, startPostgres } from '../../../scripts/postgres.ts'
import { makeProcess, type ServerProcess } from '../../process.ts'

/** A server process on a PostgreSQL of its own, for the tests of a describe, which may stop either. */
export function useOwnPostgres(): { postgres: Postgres; server: ServerProcess } {
  const own = {} as { postgres: Postgres; server: ServerProcess }
  beforeAll(async () => {
    const started = await startPostgres({ fsync: false })
    if ('missing' in started) throw new Error(started.missing)
    own.postgres = started
    own.server = await makeProcess({ DATABASE_URL: started.url })
    await own.server.start()
  })
  afterAll(async () => {
    await own.server.end('SIGKILL')
    await own.postgres.remove()
    own.server.remove()
  })
  return own
}
