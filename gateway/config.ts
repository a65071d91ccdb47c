/** Settings of the gateway. `scripts/config.ts` reads them from the environment. */
export type GatewayConfig = {
  host: string
  /** Whether devices connect to this process; where `ROLE=api`, only the live map does. */
  transports: boolean
  /** Days that events are kept; 0: for ever. */
  retain_days: number
  mqtt: {
    /** 0: any free port. */
    port: number
    limits: MqttLimits
  }
}

export type MqttLimits = {
  connections: number
  packet_bytes: number
  topic_length: number
  client_id_length: number
  /** Milliseconds until CONNECT must have come. */
  connect_timeout_ms: number
  /** Packets that may come before the sign-in is answered. */
  queue: number
  /** Reports a second and connection, and how many at once. What is above is answered later, not lost. */
  rate: number
  burst: number
}

export const mqttLimits: MqttLimits = {
  connections: 20_000,
  packet_bytes: 256 * 1024,
  topic_length: 128,
  client_id_length: 128,
  connect_timeout_ms: 10_000,
  queue: 100,
  rate: 5_000,
  burst: 20_000,
}
