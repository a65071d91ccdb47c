import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = 'http://localhost:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compress()],
  // MapLibre's worker is a module.
  worker: { format: 'es' },
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 1200 },
  server: {
    proxy: {
      '/api': server,
      '/socket.io': { target: server, ws: true },
    },
  },
})

/** Leaves a .gz beside each file that is worth it, so that the server need not compress: the coast alone is 3.7 MB. */
function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    closeBundle() {
      const folder = join(import.meta.dirname, 'dist')
      for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|mjs|css|json|svg|html)$/.test(path)) continue
        const bytes = readFileSync(join(folder, path))
        if (bytes.length > 1024) writeFileSync(join(folder, `${path}.gz`), gzipSync(bytes, { level: 9 }))
      }
    },
  }
}
