import { sql } from 'kysely'
import { expect } from 'vitest'
import { type OpenDatabase, openDatabase } from '#db/open.ts'
import { ALERTING_LOCK } from '#gateway/alerts/dispatch.ts'
import { startHttp } from '../messaging/fakes.ts'
import { copyTemplate } from '../network.ts'
import { makeProcess, type ServerProcess } from '../process.ts'

/** A server that raises alerts and is killed, with a provider that accepts its SMS, and its database beside it. */
export async function startKilled(settings: Record<string, string> = {}): Promise<Killed> {
  const sms: Sms[] = []
  const provider = await startHttp(({ body }) => {
    sms.push(JSON.parse(body) as Sms)
    return { status: 200, body: { id: String(sms.length) } }
  })
  const database = await copyTemplate()
  const server = await makeProcess({
    DATABASE_URL: database.url,
    JWT_SECRET: 'x'.repeat(64),
    SMS_URL: `http://127.0.0.1:${provider.port}/sms`,
    ...settings,
  })
  await server.start()
  const open = await openDatabase({ database_url: database.url, data_dir: server.data_dir })
  return {
    server,
    open,
    sms,
    /** Keeps alerts from becoming messages until the server is killed. */
    async holdingDispatch(run) {
      await open.db.connection().execute(async (connection) => {
        const lock = sql`select pg_try_advisory_lock(${sql.lit(ALERTING_LOCK)}::int) as held`
        await expect.poll(async () => (await lock.execute(connection)).rows).toEqual([{ held: true }])
        try {
          await run()
        } finally {
          await sql`select pg_advisory_unlock_all()`.execute(connection)
        }
      })
    },
    async stop() {
      await server.end('SIGKILL')
      await open.close()
      await database.drop()
      await provider.stop()
      server.remove()
    },
  }
}

type Sms = { id: string; text: string }
export type Killed = {
  server: ServerProcess
  open: OpenDatabase
  /** Those that the provider has accepted, in their order. */
  sms: Sms[]
  holdingDispatch(run: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}
