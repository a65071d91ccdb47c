import { canonicalNumber, isTrackerNumber } from '#db/tracker_number.ts'
import { isTransport } from '#db/transports.ts'
import { bring, type Item, type Job } from './bring.ts'
import { entriesOf, idOf, type NamedEntry, plainText, speedLimitOf } from './entries.ts'
import { chainOf, type Groups } from './groups.ts'
import { KNOT } from './position.ts'
import { refused } from './source.ts'
import { readAll } from './target.ts'

/** Devices as trackers, by their number: `uniqueId` in Traccar. */
export async function bringDevices(job: Job, { groups, only }: DevicesOptions): Promise<Device[]> {
  const entries = chosen(await entriesOf(job, 'devices', TITLE), only, job)
  const protocols = await protocolsOf(job)
  const rows = await readAll(job.target, 'tracker')
  const by_number = new Map(rows.map((row) => [canonicalNumber(row.number), row]))
  const usable = entries.flatMap((entry) => numbered(entry, job))
  const ids = await bring(job, {
    name: 'tracker',
    title: TITLE,
    rows,
    items: usable.map(({ entry, number }) => itemOf(entry, { number, groups, protocol: protocols.get(entry.id) })),
    find: ({ only_new }) => by_number.get(canonicalNumber((only_new as { number: string }).number)),
    // Two spellings of one number are one tracker.
    added: ({ fields, only_new }, id) => {
      const { number } = only_new as { number: string }
      by_number.set(canonicalNumber(number), { ...fields, number, id } as never)
    },
    // Registered here before: it keeps what people have given it.
    adopt: (row, { fields }) => ({
      ...(!row.name && { name: fields.name }),
      ...(row.group_id === null && typeof fields.group_id === 'number' && { group_id: fields.group_id }),
    }),
    is_final: ({ code }) => code === 'number_conflict',
    explain: ({ code }) =>
      code === 'number_conflict' ? 'their number belongs to a tracker of another organisation' : undefined,
  })
  return usable.flatMap(({ entry, number }) => {
    const tracker_id = ids.get(entry.id)
    return tracker_id === undefined
      ? []
      : [
          {
            traccar_id: entry.id,
            tracker_id,
            number,
            name: entry.name,
            in_groups: chainOf(groups, idOf(entry.groupId)),
          },
        ]
  })
}

function chosen(entries: NamedEntry[], only: string[] | null, { outcome }: Job): NamedEntry[] {
  if (!only) return entries
  for (const text of only) {
    if (!entries.some((entry) => isNamed(entry, text)))
      outcome.leaveOut(TITLE, text, 'Traccar has no device of that name')
  }
  return entries.filter((entry) => only.some((text) => isNamed(entry, text)))
}

const isNamed = ({ name, uniqueId }: NamedEntry, text: string) => name === text || String(uniqueId) === text

function numbered(entry: NamedEntry, { outcome }: Job): { entry: NamedEntry; number: string }[] {
  const number = plainText(entry.uniqueId, MOST_TEXT)
  if (isTrackerNumber(number)) return [{ entry, number }]
  const reason =
    number.length > 64
      ? 'their identifier has more than 64 characters'
      : 'their identifier is empty, or has characters that no number has here'
  outcome.leaveOut(TITLE, entry.name, reason)
  return []
}

function itemOf(entry: NamedEntry, { number, groups, protocol }: ItemOptions): Item {
  const group_id = groups.ids.get(idOf(entry.groupId) ?? 0)
  const fields = {
    name: entry.name,
    active: entry.disabled !== true,
    group_id: group_id ?? null,
    ...speedLimitOf(entry.attributes, KNOT),
  }
  const transports = protocol === undefined ? {} : { transports: [protocol] }
  return {
    traccar_id: entry.id,
    label: `${entry.name} ${number}`,
    fields,
    only_new: { number, owner_user_id: null, ...transports },
  }
}

/**
 * By which protocol each device reported last. Apps (`osmand`, `owntracks`) keep the default: a number alone, which
 * people can guess, would be enough to report for them.
 */
async function protocolsOf({ traccar }: Job): Promise<Map<number, string>> {
  const latest = await traccar.list('positions')
  if (latest === refused) return new Map()
  return new Map(
    latest.flatMap(({ deviceId, protocol }): [number, string][] => {
      const id = idOf(deviceId)
      const name = protocol === 'huabao' ? 'jt808' : protocol
      if (id === null || typeof name !== 'string' || APPS.has(name) || !isTransport(name)) return []
      return [[id, name]]
    }),
  )
}

const TITLE = 'Devices'
const MOST_TEXT = 1000
const APPS = new Set(['osmand', 'owntracks', 'mqtt', 'websocket', 'osmand_token'])

type ItemOptions = { number: string; groups: Groups; protocol: string | undefined }
export type DevicesOptions = {
  groups: Groups
  /** Names or identifiers; null for all. */
  only: string[] | null
}
/** A device that is a tracker here. */
export type Device = {
  traccar_id: number
  /** Negative in a dry run where it would be created. */
  tracker_id: number
  number: string
  name: string
  /** Of Traccar: its group and those above. */
  in_groups: number[]
}
