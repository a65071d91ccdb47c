import { canonicalKey } from '#db/tables/tracking/drivers/canonical_key.ts'
import { bring, type Item, type Job } from './bring.ts'
import { entriesOf, nameKey, plainText } from './entries.ts'
import { readAll } from './target.ts'

/** Drivers with their keys; one that has the key, or else the name, is the same here. */
export async function bringDrivers(job: Job): Promise<void> {
  const entries = await entriesOf(job, 'drivers', TITLE)
  const rows = await readAll(job.target, 'driver')
  const by_key = new Map(rows.flatMap((row) => row.keys.map((key) => [key, row] as const)))
  const by_name = new Map(rows.map((row) => [nameKey(row.name), row]))
  const items = entries.map((entry): Item => {
    const text = plainText(entry.uniqueId, 200)
    const key = canonicalKey(text)
    if (key === null && text !== '')
      job.outcome.leaveOut(TITLE, `${entry.name} ${text}`, 'a key that has other characters than digits and letters')
    return {
      traccar_id: entry.id,
      label: entry.name,
      fields: { name: entry.name.slice(0, 100).trim(), keys: key === null ? [] : [key] },
    }
  })
  await bring(job, {
    name: 'driver',
    title: TITLE,
    rows,
    items,
    find({ fields }) {
      const { name, keys } = fields as { name: string; keys: string[] }
      return keys[0] === undefined
        ? by_name.get(nameKey(name))
        : (by_key.get(keys[0]) ?? keyless(by_name.get(nameKey(name))))
    },
    adopt: (row, { fields }) =>
      row.keys.length === 0 && (fields.keys as string[]).length > 0 ? { keys: fields.keys } : {},
  })
}

/** Two people may have one name: another key is another driver. */
const keyless = <R extends { keys: string[] }>(row: R | undefined) => (row?.keys.length === 0 ? row : undefined)

const TITLE = 'Drivers'
