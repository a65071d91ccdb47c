import { ANSWER_TIMEOUT_MS, type Device, type Kind, pause, type Running } from './device.ts'
import { mqttDevice } from './mqtt_device.ts'
import { placeOf, timeOf } from './path.ts'
import { teltonikaDevice } from './teltonika_device.ts'
import { websocketDevice } from './websocket_device.ts'

/** Devices */
export const kinds: Record<string, Kind> = {
  mqtt: mqttDevice,
  teltonika: teltonikaDevice,
  websocket: websocketDevice,
  osmand: (device, ports) =>
    httpDevice(device, (n) => {
      const { lat, lon } = placeOf(device.seed, n)
      const query = new URLSearchParams({ id: device.number, lat: `${lat}`, lon: `${lon}`, timestamp: `${timeOf(n)}` })
      return fetch(`http://127.0.0.1:${ports.http}/gateway/osmand?${query}`, {
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      })
    }),
  owntracks: (device, ports) =>
    httpDevice(device, (n) => {
      const location = { _type: 'location', tst: timeOf(n) / 1000, ...placeOf(device.seed, n) }
      return fetch(`http://127.0.0.1:${ports.http}/gateway/owntracks`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${device.number}:${device.token}`).toString('base64')}` },
        body: JSON.stringify(location),
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      })
    }),
}

function httpDevice(device: Device, send: (n: number) => Promise<Response>): Running {
  let running = true
  const loop = async () => {
    while (running) {
      const ok = await send(device.acknowledged).then(
        ({ ok, body }) => Promise.resolve(body?.cancel()).then(() => ok),
        () => false,
      )
      if (ok) device.acknowledged++
      else await pause()
    }
  }
  const ended = loop()
  return {
    async stop() {
      running = false
      await ended
    },
  }
}
