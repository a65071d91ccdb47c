import type { PublishPacket } from 'aedes'
import { decodeOwntracks } from '../../protocols/owntracks/index.ts'
import type { GatewayContext } from '../context.ts'
import { belowOwn, type Device, isOwntracks } from './device.ts'

/**
 * Records that the device reported itself offline or its last will did. Counts only without another connection here;
 * `presence/` handles other gateways.
 */
export function recordLeft({ presence, connected }: GatewayContext, { tracker, link, closed }: Device): void {
  const { organisation_id, tracker_id } = tracker!
  if (closed && connected.of(tracker_id).some((other) => other !== link)) return
  presence.left(organisation_id, tracker_id, { is_will: closed })
}

/** Whether the device's last will reports it offline. */
export function leavesWill(client: Device): boolean {
  const will = (client as { _will?: PublishPacket | null })._will
  if (!will || !client.tracker) return false
  if (belowOwn(client, will.topic) === 'status') return String(will.payload) === 'offline'
  if (!isOwntracks(will.topic)) return false
  try {
    return decodeOwntracks(will.payload as Buffer).kind === 'lwt'
  } catch {
    return false
  }
}
