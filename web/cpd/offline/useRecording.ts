import { useState } from 'react'
import type { CreateBody, Row, UpdateBody } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { type Recorded, record } from './outbox.ts'
import type { Entry, Evidence, Kind } from './store.ts'
import { uuid } from './uuid.ts'

/**
 * Saves what can be recorded without a network: the stored row is changed; a new one is recorded, or its entry mended.
 * Its client key makes a repeated request create one row.
 *
 * @returns a function that answers the row, or null where it is kept until there is a network
 */
export function useRecording<K extends Kind>(kind: K, entry: Entry | undefined) {
  const [client_key] = useState(() => entry?.client_key ?? uuid())
  return (stored: Row<K> | undefined, body: object, { organisation_id, files }: Beside) =>
    stored
      ? (guarded(client.update(kind, { ...body, ...versionOf(stored) } as Changed<K>)) as Promise<Recorded<K>>)
      : record({
          kind,
          client_key,
          files,
          mended: entry !== undefined,
          body: { ...body, organisation_id } as CreateBody<K>,
        })
}

const versionOf = ({ id, modified_at }: Row<Kind>) => ({ id, modified_at })

type Beside = { organisation_id: number; files: Evidence[] }
type Changed<K extends Kind> = UpdateBody<K> & { id: number; modified_at?: string }
