import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import pg from 'pg'
import type { Logger } from 'pino'
import { io, type Socket } from 'socket.io-client'
import { type Client, createClient } from '#api/client.ts'
import type { ServerMessages } from '#gateway/live/messages.ts'
import { type RingfenceServer, startServer } from '../scripts/server/compose.ts'
import { readConfig } from '../scripts/server/config.ts'
import { copyFolder, databaseUrl, keepCompiled, namesOf, TEMPLATE } from './templates.ts'

export const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' }

/**
 * Starts the real server in this process: database of the kind in `DATABASE`, MQTT, HTTP, live map, each on a free
 * port.
 *
 * @param options.existing starts on the database and DATA_DIR of `env`, instead of new ones
 */
export async function startNetwork(
  env: Record<string, string> = {},
  { web_root, log, existing = false, demo = false }: Options = {},
): Promise<Network> {
  const data_dir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), namesOf(process.ppid).folder))
  const database = process.env.DATABASE === 'server' && !existing ? await copyTemplate() : null
  const config = readConfig({
    HTTP_PORT: '0',
    MQTT_PORT: '0',
    OSMAND_PORT: '0',
    MQTTS_PORT: '0',
    TCP_PORTS: 'off',
    // On a busy machine the largest boundaries take longer than people would wait.
    DATABASE_STATEMENT_S: '120',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    DATA_DIR: data_dir,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...(database && { DATABASE_URL: database.url }),
    ...env,
  })
  config.api.check_answers = true
  if (!database && !existing) copyFolder(data_dir)
  if (!database) await keepCompiled()
  const server = await startServer(config, { ...(web_root && { web_root }), ...(log && { log }), demo })
  const url = `http://127.0.0.1:${server.http_port}`
  const token = await signIn(url, ADMIN.email, ADMIN.password)
  return {
    server,
    url,
    token,
    data_dir,
    db: server.database.db,
    admin: createClient({ base: url, token: () => token, retries: 0 }),
    async stop() {
      await server.stop()
      await database?.drop()
      rmSync(data_dir, { recursive: true, force: true })
    },
  }
}

type Options = { web_root?: string; log?: Logger; existing?: boolean; demo?: boolean }

export async function signIn(base: string, username: string, password: string): Promise<string> {
  const { data } = await createClient({ base, retries: 0 }).call('POST', 'user/signin', { username, password })
  return data.token
}

/** A tracker registered through REST, and its connection. */
export async function startTracker(network: Network, number: string, settings = {}): Promise<Device> {
  const { data } = await network.admin.create('tracker', { number, ...settings })
  const token = data.device_token as string
  const client = await connectDevice(network, number, token)
  return {
    id: data.id,
    number,
    token,
    client,
    report: (position) => client.publishAsync(`trackers/${number}/position`, JSON.stringify(position), { qos: 1 }),
    stop: () => client.endAsync(),
  }
}

export function connectDevice(
  network: Network,
  number: string,
  token: string,
  options: IClientOptions = {},
): Promise<MqttClient> {
  const url = `mqtt://127.0.0.1:${network.server.mqtt_port}`
  return mqtt.connectAsync(url, { username: number, password: token, reconnectPeriod: 0, ...options })
}

export async function connectLive(network: Network, auth: object = { token: network.token }): Promise<LiveSocket> {
  const socket: Socket = io(network.url, { transports: ['websocket'], auth, reconnection: false, autoConnect: false })
  const received: Received[] = []
  const waiting: { matches: (message: Received) => boolean; resolve: (message: Received) => void }[] = []
  socket.onAny((name, body) => {
    received.push({ name, body })
    for (const { matches, resolve } of waiting) if (matches({ name, body })) resolve({ name, body })
  })
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
    socket.connect()
  })
  return {
    socket,
    received,
    receive(name, matches = () => true) {
      const fits = (message: Received) => message.name === name && matches(message.body)
      const before = received.find(fits)
      if (before) return Promise.resolve(before.body)
      return new Promise((resolve) => waiting.push({ matches: fits, resolve: (message) => resolve(message.body) }))
    },
    stop: () => void socket.disconnect(),
  }
}

/** A rectangle as GeoJSON: west, south, east, north. */
export function box(west: number, south: number, east: number, north: number) {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return { type: 'Polygon' as const, coordinates: [ring] }
}

/** A new database on the server, from the current release's template or another one. */
export async function copyTemplate(template = TEMPLATE) {
  const server = process.env.TEST_DATABASE_URL!
  const name = `${namesOf(process.ppid).database}${Math.random().toString(36).slice(2, 12)}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await run(`create database ${name} template ${template} strategy file_copy`)
  return { url: databaseUrl(server, name), drop: () => run(`drop database ${name} with (force)`) }
}

export type Network = {
  server: RingfenceServer
  url: string
  token: string
  data_dir: string
  db: RingfenceServer['database']['db']
  /** The first platform administrator. */
  admin: Client
  stop(): Promise<void>
}

export type Device = {
  id: number
  number: string
  token: string
  client: MqttClient
  report(position: object): Promise<unknown>
  stop(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: payloads are untyped in tests
type Received = { name: string; body: any }
export type LiveSocket = {
  socket: Socket
  received: Received[]
  /** The first matching event, received already or later. */
  // biome-ignore lint/suspicious/noExplicitAny: payloads are untyped in tests
  receive(name: keyof ServerMessages, matches?: (body: any) => boolean): Promise<any>
  stop(): void
}
