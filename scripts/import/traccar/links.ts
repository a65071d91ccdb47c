import type { Job } from './bring.ts'
import type { Device } from './devices.ts'
import { idOf } from './entries.ts'
import { refused } from './source.ts'

/**
 * Which trackers entries of a list such as `geofences` are linked to in Traccar, by themselves or by a group that they
 * are in: a request for each device and group.
 *
 * @returns trackers here by the id of the entry in Traccar
 */
export async function linksOf({ traccar }: Job, path: string, devices: Device[]): Promise<Map<number, number[]>> {
  const links = new Map<number, Set<number>>()
  async function read(query: Record<string, number>, trackers: number[]) {
    const entries = await traccar.list(path, query)
    if (entries === refused) return
    for (const { id } of entries) {
      const key = idOf(id)
      if (key !== null) links.set(key, new Set([...(links.get(key) ?? []), ...trackers]))
    }
  }
  for (const { traccar_id, tracker_id } of devices) await read({ deviceId: traccar_id }, [tracker_id])
  for (const groupId of new Set(devices.flatMap(({ in_groups }) => in_groups))) {
    const members = devices.filter(({ in_groups }) => in_groups.includes(groupId))
    await read(
      { groupId },
      members.map(({ tracker_id }) => tracker_id),
    )
  }
  return new Map([...links].map(([id, trackers]) => [id, [...trackers].sort((a, b) => a - b)]))
}
