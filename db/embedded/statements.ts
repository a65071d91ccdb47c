import { type messages, type PGlite, parse, protocol } from '@electric-sql/pglite'
import { nameOf } from '../database.ts'

/**
 * Runs statements by the messages of PostgreSQL's protocol: named ones, which are parsed once and planned at most a few
 * times, in one call, others in two. `PGlite.query` makes six, and prepares each time.
 */
export class Statements {
  readonly #pglite: PGlite
  readonly #prepared = new Map<string, Prepared>()

  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  /** @returns as `PGlite.query` */
  async query(text: string, values: unknown[] = []): Promise<Result> {
    const name = nameOf(text) ?? UNNAMED
    const { types, fields } = this.#prepared.get(text) ?? (await this.#prepare(name, text))
    const { serialize } = protocol
    const answers = await this.#send([
      serialize.bind({ statement: name, values: values.map((value, i) => this.#serialized(value, types[i]!)) }),
      serialize.execute(),
    ])
    return parse.parseResults([...fields, ...answers], this.#pglite.parsers)[0]!
  }

  async #prepare(name: string, text: string): Promise<Prepared> {
    const { serialize } = protocol
    const answers = await this.#send([serialize.parse({ name, text }), serialize.describe({ type: 'S', name })])
    const types = parse.parseDescribeStatementResults(answers)
    const prepared = { types, fields: answers.filter((answer) => answer.name === 'rowDescription') }
    if (name !== UNNAMED) this.#prepared.set(text, prepared)
    return prepared
  }

  /** One call: after a refused message PostgreSQL skips the others up to the one that synchronises. */
  #send(parts: Uint8Array[]): Promise<messages.BackendMessage[]> {
    const message = Buffer.concat([...parts, protocol.serialize.sync()])
    return this.#pglite.execProtocolStream(message, { syncToFs: false })
  }

  #serialized(value: unknown, type: number): string | Uint8Array | null {
    if (value === null || value === undefined) return null
    return this.#pglite.serializers[type]?.(value) ?? String(value)
  }
}

/** Of the statement that each replaces. */
const UNNAMED = ''

type Prepared = { types: number[]; fields: messages.BackendMessage[] }
type Result = ReturnType<typeof parse.parseResults>[number]
