import type { TrackerKey } from './links/command.ts'
import { type GatewayOptions, makeServices, type Services } from './services.ts'
import type { Certificate } from './transports/shared/certificate.ts'
import type { Phones } from './transports/shared/phones.ts'
import { startTransports, type Transports } from './transports/start.ts'

/**
 * Starts everything between the devices and the live map: services, then transports. Its periodic tasks are started by
 * `scripts/server/background.ts`.
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const services = makeServices(options)
  await services.upkeep.daily() // the first report needs its partition
  services.alerting.notify()
  const transports = options.config.transports ? await startTransports(services) : null
  const { live, ingest, upkeep, closing, movement, alerting, drills, forwards, presence, commands, watch } = services
  const { unknown, holds, certificate } = services
  return {
    live,
    ingest,
    upkeep,
    closing,
    movement,
    holds,
    alerting,
    drills,
    forwards,
    presence,
    commands,
    watch,
    unknown,
    certificate,
    transports,
    phones: transports?.phones ?? null,
    osmand_port: transports?.osmand_port ?? null,
    mqtt_port: transports?.mqtt_port ?? null,
    mqtts_port: transports?.mqtts_port ?? null,
    tcp_ports: transports?.tcp.ports ?? {},
    revoke: (tracker_id, except) => live.revoke(tracker_id, except),
    notifyTracker: (tracker) => live.notifyTracker(tracker),
    publishLastEvent: (tracker) => live.publishLastEvent(tracker),
    drain: () => drain(services, transports),
    stop: () => stop(services),
  }
}

/** Closes the transports once all reports read are committed and acknowledged, or after `DRAIN_MS`. */
async function drain(services: Services, transports: Transports | null): Promise<void> {
  const { revocations, presence, commands, ingest, closing, movement, log } = services
  closing.stop()
  movement.freeze()
  revocations.stop()
  presence.freeze()
  commands.freeze()
  await transports?.stop()
  if (!(await ingest.drain(DRAIN_MS))) {
    log.warn({ waiting: ingest.waiting }, 'stopped with unacknowledged reports; their devices will send them again')
  }
  ingest.stop()
}

async function stop({ commands, movement, unknown, presence, alerting, forwards, live }: Services): Promise<void> {
  await commands.stop()
  await movement.stop()
  await unknown.stop()
  await presence.stop()
  await alerting.stop()
  await forwards.stop()
  await live.stop()
}

/** Leaves time for the rest of a stop, which is limited to ten seconds. */
const DRAIN_MS = 6_000

export type Gateway = Pick<
  Services,
  | 'live'
  | 'ingest'
  | 'upkeep'
  | 'closing'
  | 'movement'
  | 'alerting'
  | 'drills'
  | 'forwards'
  | 'presence'
  | 'commands'
  | 'watch'
  | 'unknown'
  | 'holds'
> & {
  /** Null where no devices connect to this process. */
  transports: Transports | null
  phones: Phones | null
  osmand_port: number | null
  mqtt_port: number | null
  /** Null without a certificate. */
  mqtts_port: number | null
  /** By the protocol's name. */
  tcp_ports: Record<string, number>
  certificate: Certificate | null
  /** Closes a tracker's connections in all processes: it was deleted, deactivated or changed its transport. */
  revoke(tracker_id: number, except?: readonly string[]): void
  /** Notifies all processes that a tracker has a new command or other settings. */
  notifyTracker(tracker: TrackerKey): void
  /** Publishes the last event of a tracker again: it was changed by hand. */
  publishLastEvent(tracker: TrackerKey): void
  /** First step of a stop: accepts no more reports, commits and acknowledges those in progress. */
  drain(): Promise<void>
  /** Second step of a stop, after the periodic tasks have ended. */
  stop(): Promise<void>
}
