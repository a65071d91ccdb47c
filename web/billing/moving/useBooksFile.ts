import { useRef, useState } from 'react'
import type { DataOf, InputOf } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { toBase64 } from '../../kit/format/base64.ts'
import { useSending } from '../../kit/forms/useSending.ts'
import { refresh } from '../../kit/lists/useBulk.ts'

export const MOST_BYTES = 2_000_000
/** Lines that one request undoes. */
const UNDO_LINES = 200

/** A file of the books before: how it is read, what the server says of its lines, and what came of them. */
export function useBooksFile(organisation_id: number, kind: string) {
  const { busy, refusal, send, setRefusal } = useSending()
  const [file, setFile] = useState<File | null>(null)
  const [how, setHow] = useState<How>({ creates_missing: true, date_order: 'dmy' })
  const [checked, setChecked] = useState<Answer | null>(null)
  const [result, setResult] = useState<Answer | null>(null)
  const [stays, setStays] = useState<Faults | null>(null)
  const content = useRef('')
  const asked = useRef(0)

  const ask = async (given: How, dry_run: boolean) => {
    const body = { kind, file: content.current, organisation_id, ...given, dry_run }
    return (await guarded(client.act('POST import', body))).data
  }
  const check = (given: How) => {
    const mine = ++asked.current
    return send(async () => {
      const answer = await ask(given, true)
      // Another file, or another meaning of its columns, may have been asked for since.
      if (mine === asked.current) setChecked(answer)
    })
  }
  const choose = async (chosen: File | null) => {
    asked.current++
    setFile(chosen)
    setChecked(null)
    setResult(null)
    setStays(null)
    setRefusal(null)
    const { mapping: _, ...rest } = how
    setHow(rest)
    if (!chosen || chosen.size > MOST_BYTES) return
    content.current = toBase64(await chosen.arrayBuffer())
    await check(rest)
  }
  const change = (changed: Partial<How>) => {
    const next = { ...how, ...changed }
    setHow(next)
    return file && check(next)
  }
  const run = () =>
    send(async () => {
      const answer = await ask(how, false)
      // Faults that have come up since the check: nothing was written.
      if (answer.faults.length > 0) setChecked(answer)
      else setResult(answer)
      await refreshBooks()
    })
  /** @returns how many lines */
  const undo = async (): Promise<number> => {
    let undone = 0
    await send(async () => {
      const faults: Faults = []
      const rows = result!.rows.map(({ key: _k, is: _i, shown_once: _s, modified_at, ...row }) => ({
        ...row,
        modified_at: modified_at!,
      }))
      for (let end = rows.length; end > 0; end -= UNDO_LINES) {
        const part = rows.slice(Math.max(0, end - UNDO_LINES), end)
        const { data } = await guarded(client.act('POST import/undo', { kind, organisation_id, rows: part }))
        undone += data.undone
        faults.unshift(...data.faults)
      }
      await choose(null)
      setStays(faults)
      await refreshBooks()
    })
    return undone
  }
  return { busy, refusal, file, how, checked, result, stays, choose, change, run, undo }
}

const refreshBooks = () => Promise.all(['invoicing/contact', 'subscription', 'invoice', 'transaction'].map(refresh))

type Body = NonNullable<InputOf<'POST import'>[0]>
type How = Pick<Body, 'creates_missing' | 'date_order' | 'mapping'>
export type Answer = DataOf<'POST import'>
export type Faults = { line: number; field?: string; message: string }[]
export type BooksFile = ReturnType<typeof useBooksFile>
