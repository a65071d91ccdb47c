import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { version } from '../../version.ts'
import type { ArchivedEvent } from '../event.ts'
import { columnsOf, FORMAT, GROUP_ROWS, schema, writing_compressors } from './format.ts'

/**
 * Encodes the events of one file, row group by row group, so that a file of any size takes little memory.
 *
 * @example
 * const encoder = new Encoder({ organisation_id: 1, day: '2026-11-20' })
 * const bytes = [encoder.add(events), encoder.add(more), encoder.finish()]
 */
export class Encoder {
  readonly #bytes = new ByteWriter(1024 * 1024)
  readonly #writer: ParquetWriter
  #pending: ArchivedEvent[] = []

  constructor({ organisation_id, day }: FileName) {
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema,
      codec: 'ZSTD',
      compressors: writing_compressors,
      createdBy: `ringfence version ${version}`,
      kvMetadata: [
        { key: 'ringfence.format', value: FORMAT },
        { key: 'ringfence.organisation_id', value: String(organisation_id) },
        { key: 'ringfence.day', value: day },
      ],
    })
  }

  /** @param events in the order of the file @returns the bytes that are complete */
  add(events: ArchivedEvent[]): Uint8Array {
    for (const event of events) this.#pending.push(event)
    while (this.#pending.length >= GROUP_ROWS) this.#writeGroup(this.#pending.splice(0, GROUP_ROWS))
    return this.#take()
  }

  /** @returns the last bytes */
  finish(): Uint8Array {
    if (this.#pending.length > 0) this.#writeGroup(this.#pending.splice(0))
    this.#writer.finish()
    return this.#take()
  }

  #writeGroup(events: ArchivedEvent[]): void {
    this.#writer.write({ columnData: columnsOf(events), rowGroupSize: GROUP_ROWS })
  }

  /** The writer counts all bytes in `offset`; `index` is the end of its buffer. */
  #take(): Uint8Array {
    const bytes = this.#bytes.getBytes().slice()
    this.#bytes.index = 0
    return bytes
  }
}

export type FileName = { organisation_id: number; day: string }
