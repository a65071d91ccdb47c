import { useRef, useState } from 'react'
import type { DataOf, InputOf } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { toBase64 } from '../../kit/format/base64.ts'
import { useSending } from '../../kit/forms/useSending.ts'
import { refresh } from '../../kit/lists/useBulk.ts'

/** Lines that one request undoes. */
const UNDO_LINES = 200

export const kinds = [
  'tracker',
  'trackergroup',
  'tag',
  'driver',
  'invitation',
  'maintenanceplan',
  'maintenancedone',
] as const
export type Kind = (typeof kinds)[number]

/** A file, what the server says of its lines, and what came of them. */
export function useImport(organisation_id: number, kind: string) {
  const { busy, refusal, send } = useSending()
  const [file, setFile] = useState<{ name: string; content: string } | null>(null)
  const [how, setHow] = useState<How>({ creates_missing: true, updates: true, speed_unit: 'km/h' })
  const [checked, setChecked] = useState<Answer | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const [done, setDone] = useState(0)
  const asked = useRef(0)

  const ask = async (content: string, more: Partial<Body>) =>
    (await guarded(client.act('POST import', { kind, file: content, organisation_id, ...how, ...more }))).data

  /** Checks each line, part after part, and writes nothing. */
  const check = (content: string, more: Partial<Body>) => {
    setResult(null)
    const mine = ++asked.current
    return send(async () => {
      // Until another file, or another meaning of its columns, is being checked.
      const whole = await inParts((part) => ask(content, { ...more, dry_run: true, ...part }), {
        is_wanted: () => mine === asked.current,
        onPart: setDone,
      })
      if (whole) setChecked(whole)
    })
  }

  async function choose(chosen: File | null) {
    setChecked(null)
    setResult(null)
    setFile(null)
    if (!chosen) return
    const content = toBase64(await chosen.arrayBuffer())
    setFile({ name: chosen.name, content })
    await check(content, {})
  }

  function change(changed: Partial<How> & { mapping?: (string | null)[] }) {
    const { mapping = mappingOf(checked), ...rest } = changed
    setHow({ ...how, ...rest })
    return file && check(file.content, { ...rest, ...(mapping && { mapping }) })
  }

  /** Imports part after part. What was done before a fault stays, with its tokens. */
  async function run() {
    const total: Result = { ...nothing, faults: [], rows: [] }
    setDone(0)
    await send(async () => {
      const mapping = mappingOf(checked)
      try {
        await writeParts((from) => ask(file!.content, { from, ...(mapping && { mapping }) }), total, setDone)
      } finally {
        if (total.rows.length > 0 || total.stopped_at === null) setResult({ ...total })
        await refresh(kind)
      }
    })
  }

  /** @returns how many lines */
  async function undo(): Promise<number> {
    let undone = 0
    await send(async () => {
      const { faults, ...done } = await undoParts(kind, organisation_id, result!.rows)
      undone = done.undone
      // What has reported or was changed since stays.
      setResult(faults.length > 0 ? { ...nothing, faults, is_undone: true } : null)
      setChecked(null)
      setFile(null)
    })
    return undone
  }
  return { busy, refusal, file, how, checked, result, done, choose, change, run, undo }
}

/** Checks a file part by part. @returns the answers joined; null where the check was given up */
async function inParts(
  ask: (part: { from: number; planned: number }) => Promise<Answer>,
  { is_wanted, onPart }: { is_wanted: () => boolean; onPart: (done: number) => void },
): Promise<Answer | null> {
  let whole: Answer | null = null
  let from: number | null = 0
  while (from !== null) {
    const part: Answer = await ask({ from, planned: whole?.created ?? 0 })
    if (!is_wanted()) return null
    whole = whole ? joined(whole, part) : part
    // A part that went no further would be asked for again without end.
    from = part.next === from ? null : part.next
    onPart(from ?? 0)
  }
  return whole
}

/** Writes part after part, and adds what came of each to `total`, which also says where it stopped. */
async function writeParts(ask: (from: number) => Promise<Answer>, total: Result, onPart: (done: number) => void) {
  let from: number | null = 0
  while (from !== null) {
    total.stopped_at = from + 1
    const part: Answer = await ask(from)
    for (const name of ['created', 'updated', 'same'] as const) total[name] += part[name]
    total.faults.push(...part.faults)
    total.rows.push(...part.rows)
    // Too many requests, or the server stops.
    if (part.next === from) return
    from = part.next
    onPart(from ?? part.lines)
  }
  total.stopped_at = null
}

const joined = (whole: Answer, part: Answer): Answer => ({
  ...whole,
  created: whole.created + part.created,
  updated: whole.updated + part.updated,
  same: whole.same + part.same,
  faults: [...whole.faults, ...part.faults],
})

/** From the last line to the first: what later lines stand on goes last. */
async function undoParts(kind: string, organisation_id: number, written: Result['rows']) {
  const rows = written.map(({ line, id, modified_at, before }) => ({ line, id, modified_at: modified_at!, before }))
  let undone = 0
  const faults: Result['faults'] = []
  for (let end = rows.length; end > 0; end -= UNDO_LINES) {
    const part = rows.slice(Math.max(0, end - UNDO_LINES), end)
    const { data } = await guarded(client.act('POST import/undo', { kind, organisation_id, rows: part }))
    undone += data.undone
    faults.push(...data.faults)
  }
  await refresh(kind)
  return { undone, faults: faults.toReversed() }
}

const mappingOf = (checked: Answer | null) => checked?.columns.map(({ field }) => field)

const nothing: Result = { created: 0, updated: 0, same: 0, faults: [], rows: [], stopped_at: null, is_undone: false }

type Body = NonNullable<InputOf<'POST import'>[0]>
type How = { creates_missing: boolean; updates: boolean; speed_unit: 'km/h' | 'mph' | 'kn' | 'm/s' }
export type Answer = DataOf<'POST import'>
export type Result = Pick<Answer, 'created' | 'updated' | 'same' | 'faults' | 'rows'> & {
  /** The line in which it stopped. */
  stopped_at: number | null
  /** It was undone, but for `faults`. */
  is_undone: boolean
}
export type Import = ReturnType<typeof useImport>
