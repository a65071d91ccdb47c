import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, transformWithOxc } from 'vite'

const source = join(import.meta.dirname, '../app/pwa/worker.ts')

/**
 * Writes `worker.js` with the list of files of the first page, so its bytes change with every build: that is how
 * browsers notice an update.
 */
export function serviceWorker(): Plugin {
  let folder = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      folder = config.publicDir
    },
    generateBundle: {
      order: 'post', // post: other plugins have finished the bundle
      async handler(_options, bundle) {
        const files = Object.values(bundle)
        const page = files.find(({ fileName }) => fileName === 'index.html')
        const html = page?.type === 'asset' ? String(page.source) : ''
        const first = files
          .filter(({ fileName }) => html.includes(`/${fileName}"`))
          .map(({ fileName }) => `/${fileName}`)
        const still = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.\w+$/.test(path))
        const parts = ['/', ...first.sort(), ...still.sort().map((path) => `/${path.replaceAll('\\', '/')}`)]
        const hash = createHash('sha256').update(html)
        for (const path of still.sort()) hash.update(readFileSync(join(folder, path)))
        const head = `const KEPT = 'ringfence-${hash.digest('hex').slice(0, 16)}'\nconst PARTS = ${JSON.stringify(parts)}\n`
        const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source)
        this.emitFile({ type: 'asset', fileName: 'worker.js', source: head + code })
      },
    },
  }
}
