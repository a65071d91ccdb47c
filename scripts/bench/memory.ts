import { megabytes, memoryOf, type Row } from './figures.ts'
import type { Stage } from './stage.ts'

/** What a connection that is idle keeps, and what the embedded database needs when it works. */
export async function memory(stage: Stage): Promise<Row[]> {
  return [await idleConnections(stage, stage.quick ? 2000 : 4000), await embeddedAtWork(stage)]
}

async function idleConnections(stage: Stage, connections: number): Promise<Row> {
  // A server that has worked has room from its work, which would hide what connections need: so this has its own.
  const server = (await stage.ringfence('postgres', 1000, 'idle')) ?? (await stage.ringfence('embedded'))!
  const { mqtt_port: port, pid } = server
  stage.say(`${FIRST + connections} idle connections`)
  // The first ones load code and make room for what is young: that is not theirs alone.
  const first = await stage.connect({ port, connections: FIRST, window: 0 })
  await server.collect()
  const before = memoryOf(pid).now
  const more = await stage.connect({ port, connections, window: 0, first: FIRST })
  await server.collect()
  const each = (memoryOf(pid).now - before) / connections
  await more.stop()
  await first.stop()
  return {
    what: `memory of an idle device connection, ${connections} beside ${FIRST} others`,
    measured: `${(each / 1000).toFixed(1)} kB`,
    value: each,
    unit: 'bytes',
    goal: '≤ 20 kB',
    reached: each <= 20_000,
  }
}

const FIRST = 1000

async function embeddedAtWork(stage: Stage): Promise<Row> {
  const server = (await stage.ringfence('embedded'))!
  stage.say('memory of the embedded database at work')
  await stage.measure(
    { port: server.mqtt_port, connections: 1000, window: 1 },
    { warm_s: 0, seconds: stage.quick ? 3 : 20 },
  )
  const { now, most } = memoryOf(server.pid)
  return {
    what: 'resident memory of the server with the embedded database, under load',
    measured: `${megabytes(now)}, at most ${megabytes(most)}`,
    value: most,
    unit: 'bytes',
    goal: '≤ 1 500 MB',
    reached: most <= 1.5e9,
  }
}
