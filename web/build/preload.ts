import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, type Rolldown, transformWithOxc } from 'vite'

/** Runs before all other scripts of the page. */
const early = join(import.meta.dirname, '../app/early.ts')

/** Chunks that every page under /app/ needs, beside those of index.html. */
const needed = ['signed-in']

/**
 * Writes `app.html`, the page under /app/: index.html that also names what people load who are signed in. On a slow
 * network these files come with the first script, and not once it runs and has found the session, which `early.ts`
 * renews in the meantime.
 */
export function preload(): Plugin {
  return {
    name: 'preload',
    apply: 'build',
    generateBundle: {
      order: 'post', // post: the page and the names of styles are known
      async handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('The build has no index.html.')
        const html = String(page.source)
        const chunks = needed.map((name) => {
          const chunk = Object.values(bundle).find((each) => each.type === 'chunk' && each.name === name)
          if (chunk?.type !== 'chunk') throw new Error(`The build has no chunk "${name}".`)
          return chunk
        })
        const links = linksOf(chunks, bundle).filter((link) => !html.includes(link.href))
        const lines = links.map(({ rel, href }) => `    <link ${rel} crossorigin href="${href}" />\n`)
        const { code } = await transformWithOxc(readFileSync(early, 'utf8'), early)
        const source = code.replace(/^export \{\s*\};?$/m, '')
        const fileName = `assets/early-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`
        this.emitFile({ type: 'asset', fileName, source })
        const first = `<head>\n    <script type="module" async src="/${fileName}"></script>`
        const app = html.replace('<head>', first).replace('  </head>', `${lines.join('')}  </head>`)
        this.emitFile({ type: 'asset', fileName: 'app.html', source: app })
      },
    },
  }
}

/** The scripts and styles of chunks and of what they import at once. */
function linksOf(chunks: Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): Link[] {
  const links = new Map<string, Link>()
  const add = (chunk: Rolldown.OutputChunk) => {
    if (links.has(chunk.fileName)) return
    links.set(chunk.fileName, { rel: 'rel="modulepreload"', href: `/${chunk.fileName}` })
    for (const css of chunk.viteMetadata?.importedCss ?? []) {
      links.set(css, { rel: 'rel="preload" as="style"', href: `/${css}` })
    }
    for (const imported of chunk.imports) {
      const next = bundle[imported]
      if (next?.type === 'chunk') add(next)
    }
  }
  chunks.forEach(add)
  return [...links.values()]
}

type Link = { rel: string; href: string }
