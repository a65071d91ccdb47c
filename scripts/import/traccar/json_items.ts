/**
 * Reads the items of a JSON array while its bytes arrive, so that an answer of any size takes the memory of one item.
 *
 * @throws {UnreadableAnswer} where it is no array of JSON, or an item is larger than 256 kB
 * @throws {CutOff} where the bytes end before the array does
 */
export async function* jsonItems(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const reader = new ItemReader()
  for await (const chunk of chunks) yield* reader.read(chunk)
  reader.end()
}

/** The other side answered, but not with what its API says. */
export class UnreadableAnswer extends Error {
  override name = 'UnreadableAnswer'
}

/** The other side stopped in the middle of its answer: it may be asked again. */
export class CutOff extends Error {
  override name = 'CutOff'
}

const MOST_ITEM_BYTES = 256 * 1024
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const OPENS = new Set([0x5b, 0x7b])
const CLOSES = new Set([0x5d, 0x7d])
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d])
const [ARRAY, ARRAY_END] = [0x5b, 0x5d]

class ItemReader {
  private depth = 0
  private in_text = false
  private escaped = false
  private ended = false
  /** Of the item that has begun in an earlier chunk. */
  private parts: Uint8Array[] = []
  private bytes = 0

  end(): void {
    if (!this.ended) throw new CutOff('the answer ended in the middle')
  }

  *read(chunk: Uint8Array): Generator<unknown> {
    let from = 0
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!
      if (this.in_text) {
        if (this.escaped) this.escaped = false
        else if (byte === BACKSLASH) this.escaped = true
        else if (byte === QUOTE) this.in_text = false
        continue
      }
      if (this.depth === 0) {
        if (SPACES.has(byte)) continue
        if (this.ended || byte !== ARRAY) throw new UnreadableAnswer('it is no list in JSON')
        this.depth = 1
        from = i + 1
      } else if (byte === QUOTE) this.in_text = true
      else if (OPENS.has(byte)) this.depth++
      else if (CLOSES.has(byte)) {
        this.depth--
        if (this.depth > 0) continue
        if (byte !== ARRAY_END) throw new UnreadableAnswer('it is no list in JSON')
        yield* this.take(chunk.subarray(from, i), true)
        this.ended = true
      } else if (byte === COMMA && this.depth === 1) {
        yield* this.take(chunk.subarray(from, i), false)
        from = i + 1
      }
    }
    if (this.depth > 0) this.keep(chunk.subarray(from))
  }

  private keep(part: Uint8Array): void {
    this.bytes += part.length
    if (this.bytes > MOST_ITEM_BYTES) throw new UnreadableAnswer('an entry of its list has more than 256 kB')
    this.parts.push(part)
  }

  private *take(part: Uint8Array, is_last: boolean): Generator<unknown> {
    this.keep(part)
    const text = Buffer.concat(this.parts).toString('utf8').trim()
    this.parts = []
    this.bytes = 0
    // Nothing stands in an empty list.
    if (text === '' && is_last) return
    let item: unknown
    try {
      item = JSON.parse(text)
    } catch {
      throw new UnreadableAnswer('an entry of its list is no JSON')
    }
    yield item
  }
}
