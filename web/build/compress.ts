import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)

/**
 * Scripts, which a page waits for: quality 10 makes MapLibre 8 % smaller than 9 in 2 s; 11 takes twice as long for 2 %
 * more. The coast at 10 would take longer than the whole build.
 */
const qualityOf = (path: string) => (/\.(js|mjs|css)$/.test(path) ? 10 : 9)

const compressed = [
  {
    ending: '.br',
    run: (bytes: Buffer, path: string) => {
      const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
      const params = { [BROTLI_PARAM_QUALITY]: qualityOf(path), [BROTLI_PARAM_SIZE_HINT]: bytes.length }
      return brotli(bytes, { params })
    },
  },
  { ending: '.gz', run: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }) },
]

/**
 * Writes a .br and a .gz beside each file that is worth it, so that the server does not compress: the coast alone is
 * 3.7 MB. Brotli is a tenth smaller; browsers take it over https and from their own machine.
 */
export function compress(): Plugin {
  let folder = ''
  return {
    name: 'compress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir)
    },
    async closeBundle() {
      const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      // All at once: Node's thread pool bounds how many run.
      await Promise.all(paths.filter((path) => /\.(js|mjs|css|json|svg|html)$/.test(path)).map(writeCompressed))
    },
  }

  async function writeCompressed(path: string): Promise<void> {
    const bytes = readFileSync(join(folder, path))
    if (bytes.length <= 1024) return
    await Promise.all(
      compressed.map(async ({ ending, run }) => writeFileSync(join(folder, path + ending), await run(bytes, path))),
    )
  }
}
