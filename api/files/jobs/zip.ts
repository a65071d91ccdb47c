import type { JobHandler } from '../../crud/jobs/handler.ts'
import { AppError } from '../../http/errors.ts'
import { readable } from '../serving/serve.ts'
import { listForZip, zipStream } from '../serving/zip_stream.ts'
import { ownerOf } from './places.ts'
import { NewFiles } from './results.ts'

/** Makes a zip of files and folders. */
export const zip: JobHandler = {
  kind: 'zip',
  place: 'files',
  needs_secret: false,
  async run(work) {
    const { context, job, viewer, check, progress } = work
    const { ids, name, parent_file_id } = job.input as ZipInput
    const { db, contents } = context
    const owner_user_id = await ownerOf(db, viewer, job.organisation_id, parent_file_id)
    await readable(db, viewer, ids)
    const entries = await listForZip(db, viewer, ids)
    if (entries.length === 0) throw new AppError('not_found', 'There is nothing to zip.')
    const bytes = entries.reduce((sum, { size }) => sum + size, 0)
    progress.total(bytes, entries.filter(({ is_folder }) => !is_folder).length)
    const sources = entries.map(({ id }) => id)
    const files = await NewFiles.begin(work, owner_user_id, sources)
    try {
      const stream = zipStream(db, contents, entries, {
        check,
        onEntry: () => progress.entry(),
        onBytes: (count) => progress.bytes(count),
      })
      await files.write(parent_file_id, name, stream)
      return files
    } catch (error) {
      await files.discard()
      await files.release()
      throw error
    }
  },
}

export type ZipInput = { ids: number[]; name: string; parent_file_id: number | null }
