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
  const { unzipSync } = await import('fflate')
  const bytes = new Uint8Array(await file.arrayBuffer())
  let found: { size: number } | null = null
  // What is unpacked has the size that is said here, whatever is packed.
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (found || !name.toLowerCase().endsWith('.kml')) return false
    found = { size: originalSize }
    return originalSize <= most
  }
  let entries: Record<string, Uint8Array>
  try {
    entries = unzipSync(bytes, { filter })
  } catch {
    throw new UnreadableFile('zipped')
  }
  const [kml] = Object.values(entries)
  if (!kml) throw new UnreadableFile(found ? 'large' : 'zipped')
  return new TextDecoder().decode(kml)
}

/** @property reason `zipped`: a zip without a KML, or a broken one */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
  readonly reason: 'large' | 'zipped'

  constructor(reason: UnreadableFile['reason']) {
    super(reason)
    this.reason = reason
  }
}
