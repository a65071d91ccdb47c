import { Breath } from '#db/pace.ts'
import type { JobHandler } from '../../crud/jobs/handler.ts'
import { AppError } from '../../http/errors.ts'
import { checkScanned, readContent } from '../contents.ts'
import { limitsOf, Reservation } from '../quota.ts'
import { readable } from '../serving/serve.ts'
import { type ArchiveEntry, openArchive } from './archive.ts'
import { removeMade } from './leftovers.ts'
import { ownerOf } from './places.ts'
import { plan } from './unzip_plan.ts'
import { UnpackedFolder } from './unzip_rows.ts'

/**
 * Unpacks a zip into a new folder. Its rows are written in short transactions; nothing is to be seen of them before all
 * is unpacked and checked, and what a killed process has left is removed.
 */
export const unzip: JobHandler = {
  kind: 'unzip',
  place: 'files',
  needs_secret: false,
  limit_s: 600,
  async run(work) {
    const { context, job, viewer, check, progress, signal } = work
    const { id, parent_file_id } = job.input as UnzipInput
    const { db, contents } = context
    const { organisation_id } = job
    const [file] = await readable(db, viewer, [id])
    if (!file?.content_id) throw new AppError('not_possible', 'A folder cannot be unpacked.')
    checkScanned(file)
    await removeMade(db, [job.id])
    const archive = await openArchive(contents, await readContent(db, file.content_id))
    const { entries } = archive
    const bytes = entries.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0)
    const { file_bytes_max } = await limitsOf(db, organisation_id)
    const large = entries.find(({ entry }) => entry.uncompressedSize > file_bytes_max)
    if (large) throw new AppError('not_possible', `${large.shown} is larger than a file may be.`)
    progress.total(bytes, entries.length)
    const owner_user_id = await ownerOf(db, viewer, organisation_id, parent_file_id)
    const reservation = await Reservation.begin(db, { organisation_id, owner_user_id }, bytes).catch((error) => {
      throw error instanceof AppError ? new AppError('not_possible', error.message) : error
    })
    const result = new UnpackedFolder(work, { name: file.name, parent_file_id }, reservation)
    try {
      const { folders, files } = plan(entries)
      await result.begin(folders, files.length)
      const breath = new Breath()
      // In the order of the archive's bytes.
      for (const planned of files.sort((a, b) => a.entry.offset - b.entry.offset)) {
        signal.throwIfAborted()
        await check()
        if (isSmall(planned.entry)) await result.addSmall(planned, await archive.readSmall(planned.entry))
        else await result.addLarge(planned, archive.read(planned.entry))
        await breath.take()
      }
      await result.flush()
      for (let i = files.length; i < entries.length; i++) progress.entry()
      return result
    } catch (error) {
      await result.discard()
      await result.release()
      throw error
    }
  },
}

const isSmall = ({ entry }: ArchiveEntry) => Math.max(entry.uncompressedSize, entry.compressedSize) <= SMALL_ENTRY
/** Unpacked in a millisecond. */
const SMALL_ENTRY = 64 * 1024

export type UnzipInput = { id: number; parent_file_id: number | null }
