import { text } from 'node:stream/consumers'
import { fromBufferPromise, type ZipFile } from 'yauzl'

/** Reads a zip: its entries with their texts, without folders. */
export async function readZip(bytes: Buffer): Promise<{ path: string; text: string }[]> {
  const zip: ZipFile = await fromBufferPromise(bytes)
  const entries: { path: string; text: string }[] = []
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue
    entries.push({ path: entry.fileName, text: await text(await zip.openReadStreamPromise(entry)) })
  }
  return entries
}
