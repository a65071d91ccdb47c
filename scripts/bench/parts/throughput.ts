import { againstMosquitto, type Case, MQTT } from '../against.ts'
import type { Row } from '../figures.ts'
import type { Stage } from '../stage.ts'

/** Reports acknowledged after their commit, against mosquitto, which acknowledges the same load without storing. */
export function throughput(stage: Stage): Promise<Row[]> {
  const schedule = stage.quick
    ? { rounds: 2, run: { warm_s: 0.5, seconds: 2 } }
    : { rounds: 5, run: { warm_s: 2, seconds: 5 } }
  return againstMosquitto(stage, cases, schedule)
}

/**
 * Devices that wait for each acknowledgement, clients with the usual maximum in flight, and gateways of many devices.
 */
const cases = [
  { connections: 1000, window: 1 },
  { connections: 1000, window: 20 },
  { connections: 50, window: 20 },
].map(
  (fleet): Case => ({
    label: MQTT,
    shape: `${fleet.connections} × ${fleet.window} in flight`,
    bare: fleet,
    fleet: (server) => ({ ...fleet, port: server.mqtt_port }),
  }),
)
