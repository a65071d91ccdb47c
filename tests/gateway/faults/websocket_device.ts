import { ANSWER_TIMEOUT_MS, type Device, type Ports, pause, type Running } from './device.ts'
import { placeOf, timeOf } from './path.ts'

const BATCH = 5

/** A phone: batches of five, the next when each of them was acknowledged by its number. */
export function websocketDevice(device: Device, ports: Ports): Running {
  let running = true
  let socket: WebSocket | null = null
  const talk = () =>
    new Promise<void>((resolve) => {
      socket = new WebSocket(`ws://127.0.0.1:${ports.http}/gateway/ws?token=${device.token}&number=${device.number}`)
      let waiting = new Set<number>()
      let over = false // ignores messages of the closing connection
      let timer = setTimeout(() => socket?.close(), ANSWER_TIMEOUT_MS)
      const send = () => {
        clearTimeout(timer)
        timer = setTimeout(() => end(), ANSWER_TIMEOUT_MS)
        const first = device.acknowledged
        waiting = new Set(Array.from({ length: BATCH }, (_, i) => first + i))
        const reports = [...waiting].map((n) => ({ ...placeOf(device.seed, n), ts: timeOf(n) / 1000, seq: n }))
        socket?.send(JSON.stringify(reports))
      }
      const end = () => {
        over = true
        clearTimeout(timer)
        socket?.close()
        resolve()
      }
      socket.onopen = send
      socket.onmessage = ({ data }) => {
        if (over) return
        const { ack } = JSON.parse(data) as { ack?: number }
        if (ack === undefined || !waiting.delete(ack) || waiting.size > 0) return
        device.acknowledged += BATCH
        if (running) send()
        else end()
      }
      socket.onerror = end
      socket.onclose = end
    })
  const loop = async () => {
    while (running) {
      await talk()
      await pause()
    }
  }
  const ended = loop()
  return {
    async stop() {
      running = false
      socket?.close()
      await ended
    },
  }
}
