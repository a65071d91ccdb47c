import { sql } from 'kysely'
import mqtt from 'mqtt'
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
    async send({ number, token }, reports) {
      const client = mqtt.connect(server.mqtt_url, { username: number, password: token, reconnectPeriod: 0 })
      client.on('error', () => {})
      // A connection or publication that is under way when the server is killed never settles.
      const lost = new Promise<never>((_, reject) => client.once('close', () => reject(new Error('not acknowledged'))))
      const acknowledged = new Promise<void>((resolve) => client.once('connect', () => resolve())).then(() =>
        client.publishAsync(`trackers/${number}/position`, JSON.stringify(reports), { qos: 1 }),
      )
      try {
        await Promise.race([acknowledged, lost])
      } finally {
        lost.catch(() => {})
        acknowledged.catch(() => {})
        client.end(true)
      }
    },
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
  /** Sends reports of a device. @throws {Error} if the server is killed before it has acknowledged them */
  send(device: { number: string; token: string }, reports: object[]): Promise<void>
  holdingDispatch(run: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}
