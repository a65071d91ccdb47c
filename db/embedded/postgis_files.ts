import { createReadStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createGunzip } from 'node:zlib'

/**
 * The files of PostGIS that the embedded database needs, unpacked from the package's archive. PGlite reads them from
 * the disk; the whole archive (raster, topology, upgrade scripts) would stay in memory, three libraries compiled.
 */
const WANTED = [
  /^lib\/postgresql\/postgis-3\.so$/,
  /^share\/postgresql\/extension\/postgis\.control$/,
  // The script that creates the extension, not those that upgrade it.
  /^share\/postgresql\/extension\/postgis--\d+\.\d+\.\d+\.sql$/,
  /^share\/proj\/[^/]+$/,
]
/** Increase it with a change of WANTED, so that older folders are not taken for this release's. */
const SELECTION = 1

/** The folder of the unpacked files, by the package's version; `npm ci` removes it with its package. */
export function postgisFolder(): string {
  const { root, version } = findPackage()
  return join(dirname(dirname(root)), '.ringfence', `postgis-${version}-${SELECTION}`)
}

/** The names of the unpacked files, relative to their folder; null where they have not been unpacked. */
export function postgisFiles(): string[] | null {
  const list = join(postgisFolder(), LIST)
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as string[]) : null
}

/**
 * Unpacks the files unless they are there. The folder appears complete, by renaming.
 *
 * @returns whether it had to
 * @throws {Error} if the archive lacks a file or the folder cannot be written
 */
export async function unpackPostgis(folder = postgisFolder()): Promise<boolean> {
  if (existsSync(join(folder, LIST))) return false
  const unfinished = `${folder}.${process.pid}`
  const names: string[] = []
  try {
    for await (const { name, bytes } of filesOf(join(findPackage().root, 'dist/postgis.tar.gz'))) {
      const path = join(unfinished, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, bytes)
      names.push(name)
    }
    const missing = WANTED.find((pattern) => !names.some((name) => pattern.test(name)))
    if (missing) throw new Error(`the package's archive has no ${missing.source}`)
    writeFileSync(join(unfinished, LIST), JSON.stringify(names))
    rmSync(folder, { recursive: true, force: true })
    renameSync(unfinished, folder)
    return true
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

const LIST = 'files.json'

/** The wanted files of a compressed archive. Only their bytes are kept in memory, one file at a time. */
async function* filesOf(archive: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  let chunks: Buffer[] = []
  let length = 0
  let file: { name: string; size: number } | null = null
  for await (const chunk of createReadStream(archive).pipe(createGunzip())) {
    chunks.push(chunk)
    length += chunk.length
    for (;;) {
      const needed = file ? blocks(file.size) : BLOCK
      if (length < needed) break
      const bytes: Buffer = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
      chunks = [bytes.subarray(needed)]
      length = bytes.length - needed
      if (!file) file = readHeader(bytes)
      else {
        const { name, size } = file
        if (WANTED.some((pattern) => pattern.test(name))) yield { name, bytes: bytes.subarray(0, size) }
        file = null
      }
    }
  }
}

/**
 * POSIX.1-1988 (ustar): name at 0, 100 bytes; size at 124, 12 octal digits; type at 156, '0' a regular file; prefix of
 * the name at 345, 155 bytes. Other types (folders, links) get a name that is never wanted.
 */
function readHeader(block: Buffer): { name: string; size: number } {
  const text = (from: number, bytes: number) => block.toString('utf8', from, from + bytes).replace(/\0.*$/s, '')
  const size = Number.parseInt(text(124, 12).trim() || '0', 8)
  const prefix = text(257, 5) === 'ustar' ? text(345, 155) : ''
  const name = [prefix, text(0, 100)].filter(Boolean).join('/').replace(/^\.\//, '')
  return { name: ['0', ''].includes(text(156, 1)) ? name : '', size }
}

const BLOCK = 512
const blocks = (size: number) => Math.ceil(size / BLOCK) * BLOCK

function findPackage(): { root: string; version: string } {
  const root = join(dirname(fileURLToPath(import.meta.resolve('@electric-sql/pglite-postgis'))), '..')
  return { root, version: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version }
}

// The installation runs it, in scripts/bootstrap.mjs.
if (import.meta.main) await unpackPostgis()
