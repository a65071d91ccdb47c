import type { Revocations } from '../revocations.ts'
import type { GatewayContext } from './context.ts'
import { startOsmand } from './http/osmand_listener.ts'
import { type MqttTransport, startMqtt } from './mqtt/index.ts'
import { Phones } from './shared/phones.ts'
import { startTcp, type TcpTransport } from './tcp/index.ts'

/** Opens every port for devices, MQTT and TCP last, so that everything else is running when devices connect. */
export async function startTransports(services: GatewayContext & { revocations: Revocations }): Promise<Transports> {
  const { config, presence, revocations } = services
  const phones = new Phones(services)
  const { osmand_port } = config.phones
  const osmand = osmand_port === null ? null : await startOsmand(phones, osmand_port)
  presence.start()
  const mqtt = await startMqtt(services)
  const tcp = await startTcp(services)
  revocations.onRevoked((tracker_id) => tcp.forget(tracker_id))
  return {
    phones,
    tcp,
    osmand_port: osmand?.port ?? null,
    mqtt_port: mqtt.port,
    mqtts_port: mqtt.tls_port,
    async stop() {
      await Promise.all([mqtt.stop(), tcp.stop(), phones.stop()])
      await osmand?.stop()
    },
  }
}

export type Transports = {
  phones: Phones
  tcp: TcpTransport
  osmand_port: number | null
  mqtt_port: MqttTransport['port']
  /** Null without a certificate. */
  mqtts_port: MqttTransport['tls_port']
  /** Commits and acknowledges what has been read, then closes. */
  stop(): Promise<void>
}
