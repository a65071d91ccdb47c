import { parentPort } from 'node:worker_threads'
import type { Column } from '../event.ts'
import { decodeNumbers } from './numbers.ts'

// The worker thread of `Decoder`.
parentPort!.on('message', ({ id, bytes, chunks }: DecoderOrder) => {
  const columns = chunks.map(({ name, from, to, rows }) => {
    try {
      return decodeNumbers(name, bytes.subarray(from, to), rows)
    } catch {
      // Who reads the column decodes it again, and says what is wrong with which file.
      return null
    }
  })
  const numbers = columns.filter((column) => column !== null)
  parentPort!.postMessage(
    { id, columns } satisfies DecoderAnswer,
    numbers.map(({ buffer }) => buffer as ArrayBuffer),
  )
})

/** A column of a row group, by where its pages are in the bytes. */
export type Chunk = { name: Column; from: number; to: number; rows: number }
export type DecoderOrder = { id: number; bytes: Uint8Array; chunks: Chunk[] }
export type DecoderAnswer = { id: number; columns: (Float64Array | null)[] }
