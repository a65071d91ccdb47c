import { type ChildProcess, execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort, spawnMortal } from '../postgres.ts'

const MOSQUITTO = 'mosquitto'
/** Debian installs it in /usr/sbin, which is in root's PATH only. */
const sbin = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` }

/** @returns null where it is not installed */
export function mosquittoVersion(): string | null {
  try {
    execFileSync(MOSQUITTO, ['-h'], { encoding: 'utf8', env: sbin, stdio: ['ignore', 'pipe', 'ignore'] })
  } catch (error) {
    // It prints its help and exits with 3.
    const { stdout } = error as { stdout?: string }
    return stdout?.match(/version (\S+)/)?.[1] ?? null
  }
  return 'unknown'
}

/** @param dir for its settings */
export async function startMosquitto(dir: string): Promise<{ child: ChildProcess; mqtt_port: number }> {
  const mqtt_port = await freePort()
  const config = join(dir, 'mosquitto.conf')
  // Nagle's algorithm is off, as in Ringfence; everything else is default.
  writeFileSync(config, `listener ${mqtt_port} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\nlog_type error\n`)
  const child = spawnMortal(MOSQUITTO, ['-c', config], { stdio: 'ignore', env: sbin })
  await accepting(mqtt_port)
  return { child, mqtt_port }
}

async function accepting(port: number): Promise<void> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await wait(20)) {
    const accepted = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (accepted) return
  }
  throw new Error(`nothing listens on port ${port}`)
}
