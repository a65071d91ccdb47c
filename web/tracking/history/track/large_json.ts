import type { Raw } from './fix.ts'
import { fixesOfElement, lists } from './json.ts'

/** Whether a file begins as JSON does. */
export async function isJson(file: Blob): Promise<boolean> {
  return /^\s*[{[]/.test(await file.slice(0, 1024).text())
}

/**
 * Parses JSON as it is read, element by element, so that of a file of gigabytes no more than an element is in memory.
 *
 * @param add is given each point
 * @param onShare what share of the file has been read
 * @throws {BrokenJson}
 */
export async function fixesOfLargeJson(file: Blob, { add, signal, onShare }: Reading): Promise<void> {
  const { JSONParser } = await import('@streamparser/json')
  const is_list = /^\s*\[/.test(await file.slice(0, 1024).text())
  const paths = is_list ? ['$.*'] : lists.map((name) => `$.${name}.*`)
  const parser = new JSONParser({ paths, keepStack: false })
  let fault: unknown = null
  parser.onValue = ({ value, stack }) => {
    const name = is_list ? '' : String(stack.at(-1)?.key)
    try {
      for (const raw of fixesOfElement(name, value)) add(raw)
    } catch (error) {
      fault ??= error
    }
  }
  // Without it the parser throws where it is written to.
  parser.onError = (error) => {
    fault ??= new BrokenJson(error.message)
  }
  let read = 0
  let began = performance.now()
  const reader = file.stream().getReader()
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      signal?.throwIfAborted()
      parser.write(read === 0 ? withoutMark(chunk.value) : chunk.value)
      if (fault) throw fault
      read += chunk.value.length
      onShare?.(read / file.size)
      // What has been read comes at once: without a break the page would stand still until the end.
      if (performance.now() - began > BUSY_MS) {
        await new Promise((resolve) => setTimeout(resolve))
        began = performance.now()
      }
    }
  } finally {
    reader.cancel().catch(() => {})
  }
  if (!parser.isEnded) throw new BrokenJson('it ends within a value')
}

/** Editors of Windows begin a text with the mark of its byte order. */
const withoutMark = (bytes: Uint8Array) =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes

/** A step of the work, within which the page does not answer. */
const BUSY_MS = 40

export class BrokenJson extends Error {
  override name = 'BrokenJson'
}

type Reading = {
  add: (raw: Raw) => void
  signal?: AbortSignal | undefined
  onShare?: ((share: number) => void) | undefined
}
