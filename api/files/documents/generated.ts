import { Readable } from 'node:stream'
import type { WrittenContent } from '#db/contents/store.ts'
import type { Trx } from '#db/database.ts'
import { featureNames } from '#db/tables/organisations/organisation_config.ts'
import type { ApiContext } from '../../context.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { discard } from '../contents.ts'
import { insertContent } from '../jobs/results.ts'
import { Reservation } from '../quota.ts'
import { checkCount } from '../tree/changes.ts'
import { findPlace, lockTree, rootFolder } from '../tree/tree.ts'

/**
 * Keeps generated files in a person's own folder, within the quota, in one transaction with what refers to them, such as
 * the mail that they go with: all of it, or nothing.
 *
 * @param of.owner whose folder it is, also for an administrator, and where files are not shown
 * @param write gets the ids of the files, in their order
 * @throws {AppError} too_large that names the quota; what `write` throws
 */
export async function keepGenerated<T>(
  context: ApiContext,
  { organisation_id, owner }: { organisation_id: number; owner: Viewer },
  files: Generated[],
  write: (trx: Trx, file_ids: number[]) => Promise<T>,
): Promise<T> {
  const account = { organisation_id, owner_user_id: owner.user_id }
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const reservation = await Reservation.begin(context.db, account, size)
  let superfluous: WrittenContent[] = []
  try {
    const written: { name: string; content: WrittenContent }[] = []
    for (const { name, bytes } of files) {
      const content = await context.contents.write(reservation.counted(Readable.from([bytes])))
      written.push({ name, content })
      superfluous.push(content)
    }
    const { result, duplicates } = await transact(context, async (trx) => {
      await lockTree(trx, organisation_id)
      await checkCount(trx, organisation_id, files.length)
      const able = { ...owner, memberships: owner.memberships.map((one) => ({ ...one, features: featureNames })) }
      const place = await findPlace(trx, able, organisation_id, await rootFolder(trx, organisation_id, owner.user_id))
      const ids: number[] = []
      const duplicates: WrittenContent[] = []
      for (const { name, content } of written) {
        const { id, is_duplicate } = await insertContent(trx, { context, viewer: able }, place, name, content)
        ids.push(id)
        if (is_duplicate) duplicates.push(content)
      }
      const result = await write(trx, ids)
      await reservation.release(trx)
      return { result, duplicates }
    })
    superfluous = duplicates
    return result
  } finally {
    // Only after the commit: the row of the earlier bytes may have gone with a rollback.
    for (const content of superfluous) await discard(context, content)
    await reservation.release()
  }
}

export type Generated = { name: string; bytes: Buffer }
