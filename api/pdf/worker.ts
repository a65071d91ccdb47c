import { parentPort } from 'node:worker_threads'
import { AppError } from '../http/errors.ts'

// A worker thread of `PdfWorkers`: laying out a document takes up to seconds, which devices would wait for.
parentPort!.on('message', async ({ layout, data }: PdfOrder) => {
  try {
    const { layOut } = (await import(layout)) as Layout
    // A copy with a buffer of its own, which can be handed over.
    const bytes = new Uint8Array(await layOut(data))
    parentPort!.postMessage({ bytes } satisfies PdfAnswer, [bytes.buffer])
  } catch (error) {
    const { message, stack } = error as Error
    const code = error instanceof AppError ? error.code : null
    parentPort!.postMessage({ error: { code, message: code ? message : String(stack) } } satisfies PdfAnswer)
  }
})

/** What a module exports that lays out one kind of document. `data` is what can be posted between threads. */
export type Layout<Data = unknown> = { layOut(data: Data): Promise<Buffer> }
/** @param layout the address of a module that is a `Layout` */
export type PdfOrder = { layout: string; data: unknown }
export type PdfAnswer =
  | { bytes: Uint8Array<ArrayBuffer> }
  | { error: { code: AppError['code'] | null; message: string } }
