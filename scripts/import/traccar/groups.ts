import { bring, type Item, type Job } from './bring.ts'
import { entriesOf, idOf, type NamedEntry, nameKey, speedLimitOf } from './entries.ts'
import { KNOT } from './position.ts'
import { readAll } from './target.ts'

/** Groups with those above them first. One is the same as a group here with its name below the same group. */
export async function bringGroups(job: Job): Promise<Groups> {
  const { outcome } = job
  const entries = await entriesOf(job, 'groups', TITLE)
  const rows = await readAll(job.target, 'trackergroup')
  const by_place = new Map(rows.map((row) => [placeOf(row.parent_id, row.name), row]))
  const ids = new Map<number, number>()
  for (const level of levelsOf(entries, outcome.leaveOut.bind(outcome, TITLE))) {
    const items = level.map(({ id, name, attributes, parent }): Item => {
      const parent_id = parent === null ? null : (ids.get(parent) ?? null)
      return {
        traccar_id: id,
        label: name,
        fields: { name: name.slice(0, MOST_NAME).trim(), parent_id, ...speedLimitOf(attributes, KNOT) },
      }
    })
    const brought = await bring(job, {
      name: 'trackergroup',
      title: TITLE,
      rows,
      items,
      find: ({ fields }) => by_place.get(placeOf(fields.parent_id as number | null, fields.name as string)),
      added(item, id) {
        const { name, parent_id } = item.fields as { name: string; parent_id: number | null }
        by_place.set(placeOf(parent_id, name), { ...item.fields, id } as never)
      },
    })
    for (const [traccar_id, id] of brought) ids.set(traccar_id, id)
  }
  return { ids, parents: new Map(entries.map(({ id, groupId }) => [id, idOf(groupId)])) }
}

/** A group of Traccar and those that it is in. */
export function chainOf({ parents }: Groups, group_id: number | null): number[] {
  const chain: number[] = []
  for (let id = group_id; id !== null && !chain.includes(id); id = parents.get(id) ?? null) chain.push(id)
  return chain
}

/** Groups by level. What is deeper than the tree here stands on its last level; a circle is opened. */
function levelsOf(entries: NamedEntry[], note: (label: string, reason: string) => void): Level[][] {
  const by_id = new Map(entries.map((entry) => [entry.id, entry]))
  const levels: Level[][] = []
  for (const entry of entries) {
    const above: number[] = []
    for (let parent = idOf(entry.groupId); parent !== null; parent = idOf(by_id.get(parent)?.groupId)) {
      if (!by_id.has(parent)) break
      if (parent === entry.id || above.includes(parent)) {
        note(entry.name, 'the group above it, since that is below it in Traccar')
        above.length = 0
        break
      }
      above.push(parent)
    }
    if (above.length >= DEEPEST) note(entry.name, 'levels below the tenth: it is on the tenth')
    const kept = above.slice(Math.max(0, above.length - DEEPEST + 1))
    levels[kept.length] ??= []
    levels[kept.length]!.push({ ...entry, parent: kept[0] ?? null })
  }
  return levels.filter(Boolean)
}

const placeOf = (parent_id: number | null, name: string) => `${parent_id ?? ''} ${nameKey(name)}`

const TITLE = 'Groups'
/** Levels of the tree here. */
const DEEPEST = 10
const MOST_NAME = 100

/** Ids here by those in Traccar, and in Traccar the group that each is in. */
export type Groups = { ids: Map<number, number>; parents: Map<number, number | null> }
type Level = NamedEntry & { parent: number | null }
