/** Settings of the gateway. `scripts/server/config.ts` reads them from the environment. */
export type GatewayConfig = {
  host: string
  /** Whether devices connect to this process; with `ROLE=api` only the live map does. */
  transports: boolean
  /** Retention of events in days (`db/partitions.ts`); 0 keeps them. */
  retain_days: number
  /** Days after its end until a day's events move to files; 0 is never. */
  close_days: number
  /** Whether this process closes days: not where only devices connect, whose disk is not that of files. */
  closes: boolean
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
    /** By the protocol's name, and `any` for all of them; 0: any free port; null: off. */
    ports: Record<string, number | null>
    /** Protocols whose wrong checksums are accepted. */
    forgive: string[]
    /** Protocols whose times of more than 1024 weeks ago get 1024 weeks added. */
    week_rollover: string[]
    limits: TcpLimits
  }
  /** An extract of OpenStreetMap for the speed limits of roads, and the folder of what is made of it. */
  roads: { file: string; data_dir: string } | null
  /** Paths of the certificate and its key, in PEM. */
  tls: CertificatePaths | null
}

/** Paths of PEM files: the chain, and its key. */
export type CertificatePaths = { cert: string; key: string }

export type TcpLimits = {
  /** Limits over all protocols, and per address (carriers put many devices behind one address). */
  connections: number
  per_address: number
  frame_bytes: number
  /** Bytes outside frames before the connection is closed; a good frame resets the count. */
  garbage_bytes: number
  /** Answer bytes that a device has not read. */
  answer_bytes: number
  /** Uncommitted reports at which reading from the connection pauses. */
  unsettled: number
  /** Timeouts in milliseconds: until the first number, until a started frame is complete, and without any contact. */
  first_frame_ms: number
  frame_ms: number
  idle_ms: number
  /** Interval of the timeout checks. */
  sweep_ms: number
  /**
   * Rate limit per tracker in reports a second (a message without reports counts as one), and its burst. Excess reports
   * are delayed, not lost.
   */
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
  /**
   * Limits on connections (WebSockets and OsmAnd's own port), in total and per address, which many phones may share.
   */
  connections: number
  per_address: number
  /** Concurrent requests. */
  requests: number
  requests_per_address: number
  /** Timeout of the sign-in. */
  sign_in_ms: number
  /** Ping interval; a WebSocket that has not answered the last ping is closed. */
  ping_every_ms: number
  /** Rate limit per tracker in reports a second, and its burst. Excess reports are answered later, not lost. */
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
  /** Limits over both listeners, and per address (carriers put many devices behind one address). */
  connections: number
  per_address: number
  packet_bytes: number
  topic_length: number
  client_id_length: number
  /** Timeout until CONNECT. */
  connect_timeout_ms: number
  /** Packets buffered until the sign-in is answered. */
  queue: number
  /** Rate limit per tracker in reports a second, and its burst. Excess reports are answered later, not lost. */
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
