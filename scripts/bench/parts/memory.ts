import { megabytes, memoryOf, type Row } from '../figures.ts'
import type { Stage } from '../stage.ts'

/** Memory of the embedded database under load. */
export async function memory(stage: Stage): Promise<Row[]> {
  const server = (await stage.ringfence('embedded'))!
  stage.log('memory of the embedded database at work')
  await stage.measure(
    { port: server.mqtt_port, connections: 1000, window: 1 },
    { warm_s: 0, seconds: stage.quick ? 3 : 20 },
  )
  const { now, most } = memoryOf(server.pid)
  return [
    {
      what: 'resident memory of the server with the embedded database, under load',
      measured: `${megabytes(now)}, at most ${megabytes(most)}`,
      value: most,
      unit: 'bytes',
      goal: '≤ 1 500 MB',
      reached: most <= 1.5e9,
    },
  ]
}
