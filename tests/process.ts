import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt from 'mqtt'
import { type Client, createClient } from '#api/client.ts'
import { freePort } from '../scripts/postgres.ts'
import { ADMIN, signIn } from './network.ts'
import { copyFolder } from './templates.ts'

/** The server as a separate process, which can be killed and restarted on the same ports and data. */
export async function makeProcess(env: Record<string, string> = {}): Promise<ServerProcess> {
  const data_dir = mkdtempSync(join(tmpdir(), 'ringfence-process-'))
  if (!env.DATABASE_URL && !env.DATA_DIR) copyFolder(data_dir)
  const [http_port, mqtt_port] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${http_port}`
  let child: ChildProcess | null = null
  let output = ''
  return {
    url,
    mqtt_url: `mqtt://127.0.0.1:${mqtt_port}`,
    data_dir,
    get output() {
      return output
    },
    get running() {
      return child !== null && child.exitCode === null && child.signalCode === null
    },
    async start() {
      output = ''
      const settings = {
        HTTP_PORT: String(http_port),
        MQTT_PORT: String(mqtt_port),
        OSMAND_PORT: '0',
        TCP_PORTS: 'off',
        HOST: '127.0.0.1',
        DATA_DIR: data_dir,
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        LOG_LEVEL: 'error',
      }
      const script = join(import.meta.dirname, '../scripts/server/start.ts')
      // It is soon ended or killed, so optimising the embedded database would not pay.
      child = spawn(process.execPath, ['--liftoff-only', script], {
        env: { ...process.env, ...settings, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (output += text))
      // A start takes up to a minute on a busy machine.
      for (let i = 0; i < 3000; i++) {
        if (child.exitCode !== null) throw new Error(`the server ended: ${output}`)
        if (
          await fetch(`${url}/readyz`).then(
            (r) => r.ok,
            () => false,
          )
        )
          return
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`the server did not get ready: ${output}`)
    },
    end(signal) {
      if (!child || child.exitCode !== null || child.signalCode !== null)
        return Promise.resolve(child?.exitCode ?? null)
      const ended = new Promise<number | null>((resolve) => child!.once('exit', (code) => resolve(code)))
      child.kill(signal)
      return ended
    },
    signal: (signal) => void child?.kill(signal),
    async admin() {
      const token = await signIn(url, ADMIN.email, ADMIN.password)
      return createClient({ base: url, token: () => token, retries: 0 })
    },
    remove: () => rmSync(data_dir, { recursive: true, force: true }),
  }
}

/** Devices that report as fast as they are acknowledged, count acknowledgements, and reconnect by themselves. */
export function drive(url: string, devices: { number: string; token: string }[]): Drive {
  let running = true
  const acknowledged = devices.map(() => [] as number[])
  const clients = devices.map(({ number, token }, device) => {
    const client = mqtt.connect(url, {
      username: number,
      password: token,
      reconnectPeriod: 100,
      connectTimeout: 5_000,
      reconnectOnConnackError: true,
    })
    client.on('error', () => {})
    const start = Date.UTC(2026, 10, 1) / 1000
    const send = (i: number) => {
      if (!running) return
      const position = { lat: -36.8 + (i % 100) / 1000, lon: 174.7, ts: start + i }
      client.publish(`trackers/${number}/position`, JSON.stringify(position), { qos: 1 }, (error) => {
        if (!error) acknowledged[device]!.push(i)
        if (running) send(i + 4)
      })
    }
    for (let i = 0; i < 4; i++) send(i)
    return client
  })
  return {
    get count() {
      return acknowledged.reduce((sum, all) => sum + all.length, 0)
    },
    acknowledged,
    async stop() {
      running = false
      await Promise.all(clients.map((client) => client.endAsync(true)))
    },
  }
}

export type ServerProcess = {
  url: string
  mqtt_url: string
  data_dir: string
  readonly output: string
  readonly running: boolean
  start(): Promise<void>
  /** @returns the exit code; null when a signal ended it */
  end(signal: NodeJS.Signals): Promise<number | null>
  signal(signal: NodeJS.Signals): void
  admin(): Promise<Client>
  remove(): void
}

export type Drive = { readonly count: number; acknowledged: number[][]; stop(): Promise<void> }
