import type { DevicePort } from '#api/context.ts'
import type { Gateway } from '#gateway/main.ts'
import { protocols } from '#gateway/protocols/index.ts'
import { ANY } from '#gateway/transports/tcp/any_port.ts'

/** The ports for devices, for the page on connecting devices. */
export function devicePortsOf({ mqtt_port, mqtts_port, osmand_port, tcp_ports, certificate }: Gateway): DevicePort[] {
  const plain = { udp: false, tls: false }
  const tls = certificate !== null
  const any = tcp_ports[ANY]
  // A protocol without a port of its own is spoken on the one for all, over TCP.
  const own = protocols.flatMap(({ name, udp }) => {
    const port = tcp_ports[name] ?? any
    return port === undefined ? [] : [{ protocol: name, port, udp: udp && tcp_ports[name] !== undefined, tls }]
  })
  return [
    ...(mqtt_port === null ? [] : [{ protocol: 'mqtt', port: mqtt_port, ...plain }]),
    ...(mqtts_port === null ? [] : [{ protocol: 'mqtts', port: mqtts_port, ...plain, tls: true }]),
    ...(osmand_port === null ? [] : [{ protocol: 'osmand', port: osmand_port, ...plain }]),
    ...(any === undefined ? [] : [{ protocol: ANY, port: any, udp: false, tls }]),
    ...own,
  ]
}
