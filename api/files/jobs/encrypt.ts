import type { JobHandler } from '../../crud/jobs/handler.ts'
import { AppError } from '../../http/errors.ts'
import { checkScanned, readContent } from '../contents.ts'
import { readable } from '../serving/serve.ts'
import { encryptWith } from './age.ts'
import { ownerOf } from './places.ts'
import { NewFiles } from './results.ts'

/** Encrypts files by a passphrase, each to an age file. The originals stay: a lost passphrase would be the end of them. */
export const encrypt: JobHandler = {
  kind: 'encrypt',
  place: 'files',
  needs_secret: true,
  async run(work) {
    const { context, job, viewer, check, secret, progress } = work
    const { ids, parent_file_id } = job.input as EncryptInput
    const sources = await readable(context.db, viewer, ids)
    for (const file of sources) {
      if (file.is_folder) throw new AppError('not_possible', 'A folder cannot be encrypted. Please zip it first.')
      checkScanned(file)
    }
    progress.total(
      sources.reduce((sum, { size }) => sum + size, 0),
      sources.length,
    )
    const files = await NewFiles.begin(
      work,
      await ownerOf(context.db, viewer, job.organisation_id, parent_file_id),
      ids,
    )
    try {
      for (const { content_id, name } of sources) {
        await check()
        const plain = context.contents.chunks(await readContent(context.db, content_id!))
        const sealed = await encryptWith(secret!, counted(plain, progress.bytes.bind(progress)))
        await files.write(parent_file_id, `${name.slice(0, 240)}.age`, sealed)
        progress.entry()
      }
      return files
    } catch (error) {
      await files.discard()
      await files.release()
      throw error
    }
  },
}

export async function* counted(chunks: AsyncIterable<Buffer>, onBytes: (count: number) => void) {
  for await (const chunk of chunks) {
    onBytes(chunk.length)
    yield chunk
  }
}

export type EncryptInput = { ids: number[]; parent_file_id: number | null }
