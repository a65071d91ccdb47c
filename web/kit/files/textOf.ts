import { UnreadableFile, unzip } from './unzip.ts'

/**
 * The text of a file; of a KMZ, which is a zip, that of the KML in it (OGC 12-007r2 §6.3: the first one).
 *
 * @param most bytes of the text
 * @throws {UnreadableFile}
 */
export async function textOf(file: Blob, most: number): Promise<string> {
  if (file.size > most) throw new UnreadableFile('large')
  const is_zip = (await file.slice(0, 2).text()) === 'PK'
  const text = is_zip ? await kmlIn(file, most) : await file.text()
  return text.replace(/^\uFEFF/, '').trimStart()
}

async function kmlIn(file: Blob, most: number): Promise<string> {
  let is_found = false
  const isFirst = (name: string) => {
    if (is_found || !name.toLowerCase().endsWith('.kml')) return false
    is_found = true
    return true
  }
  const [kml] = Object.values(await unzip(new Uint8Array(await file.arrayBuffer()), isFirst, most))
  if (!kml) throw new UnreadableFile('zipped')
  return new TextDecoder().decode(kml)
}
