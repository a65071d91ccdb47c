import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressed = [
  { ending: '.br', run: promisify(brotliCompress), options: { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } } },
  { ending: '.gz', run: promisify(gzip), options: { level: 9 } },
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
      for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|mjs|css|json|svg|html)$/.test(path)) continue
        const bytes = readFileSync(join(folder, path))
        if (bytes.length <= 1024) continue
        await Promise.all(
          compressed.map(async ({ ending, run, options }) =>
            writeFileSync(join(folder, path + ending), await run(bytes, options as object)),
          ),
        )
      }
    },
  }
}
