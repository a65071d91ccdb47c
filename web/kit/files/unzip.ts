/**
 * Parts of a zip, by their names. What is unpacked has the size that the zip says, whatever is packed.
 *
 * @param isWanted asked for each name, in order
 * @param most bytes of each part
 * @throws {UnreadableFile}
 */
export async function unzip(
  zip: Uint8Array,
  isWanted: (name: string) => boolean,
  most: number,
): Promise<Record<string, Uint8Array>> {
  const { unzipSync } = await import('fflate')
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (!isWanted(name)) return false
    if (originalSize > most) throw new UnreadableFile('large')
    return true
  }
  try {
    return unzipSync(zip, { filter })
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('zipped')
  }
}

/** @property reason `zipped`: a zip without what is wanted of it, or a broken one */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
  readonly reason: 'large' | 'zipped'

  constructor(reason: UnreadableFile['reason']) {
    super(reason)
    this.reason = reason
  }
}
