import { type messages, type PGlite, parse, protocol } from '@electric-sql/pglite'
import { nameOf } from '../database.ts'

/** Runs named statements, which are parsed once and planned at most a few times. PGlite does both for each query. */
export class PreparedStatements {
  readonly #pglite: PGlite
  readonly #prepared = new Map<string, Prepared>()

  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  /** @returns as `PGlite.query`; null for a statement without a name */
  async query(text: string, values: unknown[] = []): Promise<Result | null> {
    const name = nameOf(text)
    if (!name) return null
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
    this.#prepared.set(text, prepared)
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

type Prepared = { types: number[]; fields: messages.BackendMessage[] }
type Result = ReturnType<typeof parse.parseResults>[number]
