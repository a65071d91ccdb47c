import type { CertificatePaths } from './transports/shared/certificate.ts'

/** Settings of the gateway. `scripts/server/config.ts` reads them from the environment. */
export type GatewayConfig = {
  host: string
  /** Whether devices connect to this process; where `ROLE=api`, only the live map does. */
  transports: boolean
  /** Days that events are kept; 0: for ever. */
  retain_days: number
  phones: {
    /** OsmAnd's own port; 0: any free port; null: none. */
    osmand_port: number | null
    limits: PhoneLimits
  }
  mqtt: {
    /** 0: any free port. */
    port: number
    /** With TLS, where there is a certificate. */
    tls_port: number
    limits: MqttLimits
  }
  tcp: {
    /** By the protocol's name; 0: any free port; null: off. */
    ports: Record<string, number | null>
    /** Protocols whose checksums may be wrong. */
    forgive: string[]
    limits: TcpLimits
  }
  /** Paths of the certificate and its key, in PEM. */
  tls: CertificatePaths | null
}

export type TcpLimits = {
  /** Of all protocols together, and from one address, behind which a carrier may have many. */
  connections: number
  per_address: number
  frame_bytes: number
  /** Bytes that begin no frame, without a good frame between them. */
  garbage_bytes: number
  /** Bytes of answers that a device has not read. */
  answer_bytes: number
  /** Reports that wait for their commit before the connection is read on. */
  unsettled: number
  /** Milliseconds until a device has said its number, a frame that has begun is whole, and a silent device is given up. */
  first_frame_ms: number
  frame_ms: number
  idle_ms: number
  /** How often the times are looked at. */
  sweep_ms: number
  /** Reports a second and tracker (a message without one counts as one), and how many at once. What is above is read later, not lost. */
  rate: number
  burst: number
}

export const tcpLimits: TcpLimits = {
  connections: 20_000,
  per_address: 5_000,
  frame_bytes: 32 * 1024,
  garbage_bytes: 8 * 1024,
  answer_bytes: 64 * 1024,
  unsettled: 1_000,
  first_frame_ms: 60_000,
  frame_ms: 60_000,
  idle_ms: 3_600_000,
  sweep_ms: 1_000,
  rate: 1_000,
  burst: 2_000,
}

/** Phones over HTTP and WebSocket. */
export type PhoneLimits = {
  /** Connections: WebSockets, and those to OsmAnd's own port; and those of one address, which many phones may share. */
  connections: number
  per_address: number
  /** Requests that are being answered at once. */
  requests: number
  requests_per_address: number
  /** Milliseconds until a token must have come. */
  sign_in_ms: number
  /** A WebSocket that has not answered the last ping is closed. */
  ping_every_ms: number
  /** Reports a second and tracker, and how many at once. What is above is answered later, not lost. */
  rate: number
  burst: number
}

export const phoneLimits: PhoneLimits = {
  connections: 20_000,
  per_address: 2_000,
  requests: 5_000,
  requests_per_address: 500,
  sign_in_ms: 10_000,
  ping_every_ms: 30_000,
  rate: 500,
  burst: 5_000,
}

export type MqttLimits = {
  /** Of both listeners together, and from one address, behind which a carrier may have many. */
  connections: number
  per_address: number
  packet_bytes: number
  topic_length: number
  client_id_length: number
  /** Milliseconds until CONNECT must have come. */
  connect_timeout_ms: number
  /** Packets that may come before the sign-in is answered. */
  queue: number
  /** Reports a second and tracker, and how many at once. What is above is answered later, not lost. */
  rate: number
  burst: number
}

export const mqttLimits: MqttLimits = {
  connections: 20_000,
  per_address: 5_000,
  packet_bytes: 256 * 1024,
  topic_length: 128,
  client_id_length: 128,
  connect_timeout_ms: 10_000,
  queue: 100,
  rate: 1_000,
  burst: 2_000,
}
