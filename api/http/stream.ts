import { Readable } from 'node:stream'

/**
 * Turns a generator into a stream. Waits for the first chunk: an error in the query can only be answered before the
 * body begins.
 */
export async function startStream<T>(chunks: AsyncGenerator<T>): Promise<Readable> {
  const first = await chunks.next()
  return Readable.from(startingWith(first, chunks))
}

/** The first chunk, which was read already, and the rest. */
export async function* startingWith<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done) return
  yield first.value
  yield* rest
}
