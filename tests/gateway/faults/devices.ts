import { type Device, type Kind, PATIENCE_MS, pause, type Running } from './device.ts'
import { mqttDevice } from './mqtt_device.ts'
import { placeOf, timeOf } from './path.ts'
import { teltonikaDevice } from './teltonika_device.ts'
import { websocketDevice } from './websocket_device.ts'

/**
 * Devices that report in order, as fast as they are acknowledged, each in its own protocol. Whatever happens to their
 * connection, they go on with the first report that was not acknowledged, as devices with a memory do.
 */
export const kinds: Record<string, Kind> = {
  mqtt: mqttDevice,
  teltonika: teltonikaDevice,
  websocket: websocketDevice,
  osmand: (device, ports) =>
    httpDevice(device, (n) => {
      const { lat, lon } = placeOf(device.seed, n)
      const query = new URLSearchParams({ id: device.number, lat: `${lat}`, lon: `${lon}`, timestamp: `${timeOf(n)}` })
      return fetch(`http://127.0.0.1:${ports.http}/gateway/osmand?${query}`, {
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
    }),
  owntracks: (device, ports) =>
    httpDevice(device, (n) => {
      const location = { _type: 'location', tst: timeOf(n) / 1000, ...placeOf(device.seed, n) }
      return fetch(`http://127.0.0.1:${ports.http}/gateway/owntracks`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${device.number}:${device.token}`).toString('base64')}` },
        body: JSON.stringify(location),
        signal: AbortSignal.timeout(PATIENCE_MS),
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
