import { parentPort } from 'node:worker_threads'
import { ContentCollector } from '../chain/content.ts'
import type { ArchivedEvent } from '../event.ts'
import { Encoder, type FileName } from './encoder.ts'

// The worker thread of `FileWriter`: encoding takes some ten microseconds an event, which devices would wait for.
let encoder: Encoder | null = null
let collector = new ContentCollector()

parentPort!.on('message', (order: EncoderOrder) => {
  try {
    if ('begin' in order) {
      encoder = new Encoder(order.begin)
      collector = new ContentCollector()
      return
    }
    if ('add' in order) collector.add(order.add)
    const bytes = 'add' in order ? encoder!.add(order.add) : encoder!.finish()
    const contents = 'add' in order ? '' : collector.finish()
    parentPort!.postMessage({ bytes, contents } satisfies EncoderAnswer, [bytes.buffer as ArrayBuffer])
  } catch (error) {
    parentPort!.postMessage({ error: String((error as Error).stack) } satisfies EncoderAnswer)
  }
})

export type EncoderOrder = { begin: FileName } | { add: ArchivedEvent[] } | { finish: true }
export type EncoderAnswer = { bytes: Uint8Array; contents: string } | { error: string }
