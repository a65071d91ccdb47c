import mqtt from 'mqtt'
import type { Device, Ports, Running } from './device.ts'
import { placeOf, timeOf } from './path.ts'

const UNDER_WAY = 4

/**
 * The client itself keeps what is not acknowledged, and sends it again when it has connected again; but for what was given
 * to it while it does that: if the connection breaks then, it hands those back, which are the newest, in their order.
 */
export function mqttDevice(device: Device, ports: Ports): Running {
  const client = mqtt.connect(`mqtt://127.0.0.1:${ports.mqtt}`, {
    username: device.number,
    password: device.token,
    reconnectPeriod: 100,
    connectTimeout: 5_000,
    keepalive: 5,
    // A server without its database refuses for a while. A client that gives up then would be silent for ever.
    reconnectOnConnackError: true,
  })
  const seen: string[] = []
  const note = (what: string) => seen.push(`${new Date().toISOString().slice(14, 23)} ${what}`)
  client.on('error', (error) => note(error.message))
  for (const event of ['connect', 'close'] as const) client.on(event, () => note(event))
  const done = new Set<number>()
  let running = true
  let next = 0
  // Bounds the reports in flight, or a delayed report would arrive after much newer ones.
  const send = () => {
    while (running && next < device.acknowledged + UNDER_WAY) publish(next++)
  }
  const publish = (n: number) => {
    const position = { ...placeOf(device.seed, n), ts: timeOf(n) / 1000 }
    client.publish(`trackers/${device.number}/position`, JSON.stringify(position), { qos: 1 }, (error) => {
      if (error) {
        if (running) setImmediate(publish, n)
        return
      }
      done.add(n)
      while (done.delete(device.acknowledged)) device.acknowledged++
      send()
    })
  }
  device.describe = () => {
    const waiting = Array.from({ length: next - device.acknowledged }, (_, i) => device.acknowledged + i)
    const lost = waiting.filter((n) => !done.has(n)).join(', ')
    return `${client.connected ? 'connected' : 'not connected'}, not acknowledged: ${lost}; ${seen.slice(-8).join('; ')}`
  }
  send()
  return {
    async stop() {
      running = false
      await client.endAsync(true)
    },
  }
}
