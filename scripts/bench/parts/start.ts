import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort, spawnMortal } from '../../postgres.ts'
import { stopProcess } from '../child_calls.ts'
import { median, type Row } from '../figures.ts'
import type { Stage } from '../stage.ts'

/** Time from the command to a served page, on an existing embedded database. */
export async function start(stage: Stage): Promise<Row[]> {
  const { env } = (await stage.filled('embedded'))!
  const seconds: number[] = []
  for (let i = 0; i < (stage.quick ? 1 : 5); i++) {
    stage.log('warm start of the embedded system')
    seconds.push(await startOnce(env))
  }
  const took = median(seconds)
  return [
    {
      what: 'warm start of the embedded system to a served page',
      measured: `${took.toFixed(1)} s`,
      value: took,
      unit: 's',
      goal: '≤ 5 s',
      reached: took <= 5,
    },
  ]
}

async function startOnce(env: Record<string, string>): Promise<number> {
  const [http, mqtt] = [await freePort(), await freePort()]
  const began = performance.now()
  const child = spawnMortal(process.execPath, [join(import.meta.dirname, '../../server/start.ts')], {
    env: {
      ...process.env,
      ...env,
      HTTP_PORT: String(http),
      MQTT_PORT: String(mqtt),
      OSMAND_PORT: '0',
      TCP_PORTS: 'off',
      TCP_PORT_TELTONIKA: '0',
      TCP_PORT_GT06: '0',
    },
    stdio: ['ignore', 'ignore', 2],
  })
  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`scripts/server/start.ts ended with code ${child.exitCode}`)
      if (await answers(`http://127.0.0.1:${http}/`)) return (performance.now() - began) / 1000
      if (performance.now() - began > 60_000) throw new Error('scripts/server/start.ts served no page within a minute')
      await wait(10)
    }
  } finally {
    await stopProcess(child)
  }
}

const answers = (url: string) =>
  fetch(url).then(
    async (response) => (await response.text()).length > 0 && response.ok,
    () => false,
  )
