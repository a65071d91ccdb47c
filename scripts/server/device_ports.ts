import type { DevicePort } from '#api/context.ts'
import type { Gateway } from '#gateway/main.ts'
import { protocols } from '#gateway/protocols/index.ts'

/** The ports for devices, for the page on connecting devices. */
export function devicePortsOf({ mqtt_port, mqtts_port, osmand_port, tcp_ports, certificate }: Gateway): DevicePort[] {
  const plain = { udp: false, tls: false }
  const own = protocols
    .filter(({ name }) => tcp_ports[name] !== undefined)
    .map(({ name, udp }) => ({ protocol: name, port: tcp_ports[name]!, udp, tls: certificate !== null }))
  return [
    ...(mqtt_port === null ? [] : [{ protocol: 'mqtt', port: mqtt_port, ...plain }]),
    ...(mqtts_port === null ? [] : [{ protocol: 'mqtts', port: mqtts_port, ...plain, tls: true }]),
    ...(osmand_port === null ? [] : [{ protocol: 'osmand', port: osmand_port, ...plain }]),
    ...own,
  ]
}
