import type { JobHandler } from '../../crud/jobs/handler.ts'
import { AppError } from '../../http/errors.ts'
import { checkScanned, readContent } from '../contents.ts'
import { safeName } from '../names.ts'
import { readable } from '../serving/serve.ts'
import { decryptWith } from './age.ts'
import { counted } from './encrypt.ts'
import { ownerOf } from './places.ts'
import { NewFiles } from './results.ts'

/** Decrypts an age file by its passphrase, into a file beside it. */
export const decrypt: JobHandler = {
  kind: 'decrypt',
  place: 'files',
  needs_secret: true,
  async run(work) {
    const { context, job, viewer, secret, progress } = work
    const { id, parent_file_id } = job.input as DecryptInput
    const [file] = await readable(context.db, viewer, [id])
    if (!file?.content_id) throw new AppError('not_possible', 'A folder is not encrypted.')
    checkScanned(file)
    progress.total(file.size, 1)
    const files = await NewFiles.begin(work, await ownerOf(context.db, viewer, job.organisation_id, parent_file_id), [
      id,
    ])
    try {
      const sealed = context.contents.chunks(await readContent(context.db, file.content_id))
      const plain = await decryptWith(secret!, counted(sealed, progress.bytes.bind(progress)))
      const name = file.name.endsWith('.age') ? safeName(file.name.slice(0, -4)) : `decrypted ${file.name}`
      await files.write(parent_file_id, name, plain)
      progress.entry()
      return files
    } catch (error) {
      await files.discard()
      await files.release()
      throw error
    }
  },
}

export type DecryptInput = { id: number; parent_file_id: number | null }
