import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { extract, type Pack, pack } from 'tar-stream'
import { CLOSING, type ClosingRecord, type Digests, type Entry, sha256, writeClosing } from './digests.ts'

/** A tar that keeps the digest of each of its members. */
export class MemberTar {
  readonly pack: Pack = pack()
  readonly digests: Digests = {}
}

/** @returns the tar that is being written, as a stream; an error destroys it */
export function streamTar(write: (tar: MemberTar) => Promise<void>): Pack {
  const tar = new MemberTar()
  write(tar).then(
    () => tar.pack.finalize(),
    (error) => tar.pack.destroy(error),
  )
  return tar.pack
}

/** The members of a tar, in turn; each is to be read before the next. */
export function entriesOf(tar: Readable): AsyncIterable<Entry> {
  const entries = tar.pipe(extract())
  tar.on('error', (error) => entries.destroy(error))
  return entries as AsyncIterable<unknown> as AsyncIterable<Entry>
}

export function writeEntry(tar: MemberTar, name: string, bytes: Buffer): Promise<void> {
  tar.digests[name] = sha256(bytes)
  return new Promise((resolve, reject) => {
    tar.pack.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()))
  })
}

/** The last member: a file without it is not complete. */
export async function writeEnd(tar: MemberTar, end: Omit<ClosingRecord, 'digests'>): Promise<void> {
  await writeEntry(tar, CLOSING, writeClosing({ ...end, digests: { ...tar.digests } }))
}

/** A member of a size that is known before its bytes. */
export async function writeBytes(
  tar: MemberTar,
  name: string,
  size: number,
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  const hash = createHash('sha256')
  const sink = tar.pack.entry({ name, size, mode: 0o600 })
  const failed = once(sink, 'error').then(([error]) => {
    throw error
  })
  failed.catch(() => {})
  for await (const chunk of chunks) {
    hash.update(chunk)
    if (!sink.write(chunk)) await Promise.race([once(sink, 'drain'), failed])
  }
  const finished = once(sink, 'finish')
  sink.end(undefined)
  await Promise.race([finished, failed])
  tar.digests[name] = hash.digest('hex')
}
