import type { ActionKey, InputOf, Name, Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { showRecord } from './useRecord.ts'

/**
 * Takes a step of a row, such as its approval, and shows the row as it is then.
 *
 * @example
 * await takeStep('POST devplan/submit', { id })
 */
export async function takeStep<K extends StepKey>(key: K, ...input: InputOf<K>): Promise<void> {
  const { data } = await guarded(client.act(key, ...input))
  await showRecord(key.slice('POST '.length, key.indexOf('/')) as Name, data as Row<Name> & { id: number })
}

type StepKey = Extract<ActionKey, `POST ${Name}/${string}`>
