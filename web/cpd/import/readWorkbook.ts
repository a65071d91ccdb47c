import { client, guarded } from '../../core/api.ts'
import { FileFault, MOST_BYTES, readTable, type Table } from './readFile.ts'

/** Bytes of a workbook, as the server takes it. */
const MOST_OF_WORKBOOK = 2_000_000

/**
 * Reads the table of a file: CSV here, the first sheet of an XLSX workbook with the help of the server.
 *
 * @throws {FileFault} for a file without lines, or with too many
 */
export async function readFile(file: File): Promise<Table> {
  if (file.size > MOST_BYTES) throw new FileFault('tooLong')
  const bytes = await file.arrayBuffer()
  if (!isZip(bytes)) return readTable(bytes)
  if (file.size > MOST_OF_WORKBOOK) throw new FileFault('tooLong')
  const { data } = await guarded(client.act('POST cpd/import/workbook', { file: base64Of(bytes) }))
  return readTable(new TextEncoder().encode(data.csv).buffer as ArrayBuffer)
}

const isZip = (bytes: ArrayBuffer) => new TextDecoder('latin1').decode(bytes.slice(0, 4)) === 'PK\x03\x04'

function base64Of(bytes: ArrayBuffer): string {
  let text = ''
  for (const byte of new Uint8Array(bytes)) text += String.fromCharCode(byte)
  return btoa(text)
}
