import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Writes a .gz beside each file that is worth it, so that the server does not compress: the coast alone is 3.7 MB. */
export function compress(): Plugin {
  let folder = ''
  return {
    name: 'compress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir)
    },
    closeBundle() {
      for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|mjs|css|json|svg|html)$/.test(path)) continue
        const bytes = readFileSync(join(folder, path))
        if (bytes.length > 1024) writeFileSync(join(folder, `${path}.gz`), gzipSync(bytes, { level: 9 }))
      }
    },
  }
}
