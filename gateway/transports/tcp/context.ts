import { setTimeout as wait } from 'node:timers/promises'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { isTrackerNumber, NUMBER_LENGTH } from '#db/tracker_number.ts'
import { isInUse, type Link } from '../../links/connected.ts'
import type { GatewayContext } from '../context.ts'
import type { DeviceContext, PausableLink } from '../shared/device_context.ts'
import { recognise } from '../shared/recognise.ts'
import { TokenBuckets } from '../shared/token_bucket.ts'
import { Connection } from './connection.ts'

/** Shared by the connections and datagrams of all protocols. */
export function makeDeviceContext(
  context: GatewayContext,
): DeviceContext & { resume_blocked: PeriodicTask; stop(): void } {
  const { config, log, metrics, refusals, ingest, connected, presence, commands, unknown } = context
  const blocked = new Set<Pick<PausableLink, 'resume'>>()
  let stopping = false
  const resumeBlocked = () => {
    if (blocked.size === 0 || ingest.full) return
    const waiting = [...blocked]
    blocked.clear()
    for (const connection of waiting) connection.resume()
  }

  return {
    log,
    ingest,
    refusals,
    commands,
    limits: config.tcp.limits,
    rate_limits: new TokenBuckets(config.tcp.limits),
    forgive: new Set(config.tcp.forgive),
    week_rollover: new Set(config.tcp.week_rollover),
    addReplyChannel: ({ tracker_id }, link) => connected.add(tracker_id, link),
    removeReplyChannel: ({ tracker_id }, link) => connected.remove(tracker_id, link),
    countElsewhere: (transport) => metrics.refusals.inc({ transport, reason: 'another network' }),
    isInUseElsewhere: ({ tracker_id }, link) => connected.isInUseElsewhere(tracker_id, link.address, link),
    hasDatagramsElsewhere: ({ tracker_id }, link) => connected.hasDatagramsElsewhere(tracker_id, link.address, link),
    recordContact: ({ organisation_id, tracker_id }) => presence.recordContact(organisation_id, tracker_id),
    addBlocked: (connection) => void blocked.add(connection),

    async recognise(transport, number, address, isClosed) {
      for (let pause_ms = 50; !stopping && !isClosed(); pause_ms = Math.min(1_000, 2 * pause_ms)) {
        try {
          return await recognise(context.db, transport, number, address)
        } catch (error) {
          log.debug({ err: error }, 'no device is recognised while the database is away')
          await wait(pause_ms)
        }
      }
      return null
    },

    refuse(transport, number, address, reason, bytes) {
      metrics.refusals.inc({ transport, reason })
      refusals.note(transport, number.slice(0, NUMBER_LENGTH), `${reason}, from ${address}`)
      const adoptable = reason === 'unknown number' || reason === 'transport not allowed'
      if (adoptable && isTrackerNumber(number)) unknown.note(transport, number, address, bytes)
    },

    noteUnread(transport, address, bytes) {
      unknown.note(transport, null, address, bytes)
    },

    enter(identity, connection) {
      const { organisation_id, tracker_id } = identity
      closeReplaced(connected.of(tracker_id), connection)
      connected.add(tracker_id, connection)
      presence.connected(organisation_id, tracker_id)
      commands.notify(identity)
    },

    leave(identities, connection) {
      blocked.delete(connection)
      for (const { organisation_id, tracker_id } of identities) {
        connected.remove(tracker_id, connection)
        presence.disconnected(organisation_id, tracker_id)
      }
    },

    resume_blocked: { name: 'backpressure on TCP connections', interval_ms: RESUME_EVERY_MS, run: resumeBlocked },

    stop() {
      stopping = true
    },
  }
}

/**
 * A device may reconnect before its old connection is known to be dead. One that is in use is not evicted: a stranger in
 * the same network may have connected.
 */
function closeReplaced(links: Link[], connection: PausableLink): void {
  for (const link of links) {
    if (link instanceof Connection && link !== connection && !isInUse(link))
      link.close('replaced by a newer connection')
  }
}

const RESUME_EVERY_MS = 50
