import { Readable } from 'node:stream'

/**
 * What is made bit by bit, as a stream. The first bit is waited for: what is wrong with the query can only be answered
 * before anything is sent.
 */
export async function startStream<T>(bits: AsyncGenerator<T>): Promise<Readable> {
  const first = await bits.next()
  return Readable.from(startingWith(first, bits))
}

async function* startingWith<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done) return
  yield first.value
  yield* rest
}
