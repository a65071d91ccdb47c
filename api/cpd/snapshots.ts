import { hash } from 'node:crypto'
import type { Trx } from '#db/database.ts'

/**
 * Keeps what was signed, byte by byte; an earlier one of the same plan or form stays.
 *
 * @param of.shown what was signed, with its signature
 */
export async function keepSnapshot(trx: Trx, { shown, ...of }: Signed): Promise<{ content: string; sha256: string }> {
  const content = JSON.stringify(shown)
  const sha256 = hash('sha256', content)
  await trx
    .insertInto('cpd_snapshot')
    .values({ ...of, content, sha256 })
    .execute()
  return { content, sha256 }
}

type Signed = {
  organisation_id: number
  user_id: number
  entity: 'devplan' | 'devplan_review' | 'devform'
  entity_id: number
  signed_by_user_id: number
  shown: object
}
