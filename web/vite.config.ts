import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compress } from './build/compress.ts'
import { mantineStyles } from './build/mantineStyles.ts'
import { resourceSchemas } from './build/resourceSchemas.ts'
import { serviceWorker } from './build/serviceWorker.ts'

const server = 'http://localhost:8080'
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), resourceSchemas(), mantineStyles(), serviceWorker(), compress()],
  define: { APP_VERSION: JSON.stringify(version) },
  // MapLibre's worker is a module.
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    chunkSizeWarningLimit: 1400,
    // What every page needs is one file, not forty.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
      // Of the 6000 icons, those are read that are used.
      experimental: { lazyBarrel: true },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/gateway': { target: server, ws: true },
      '/socket.io': { target: server, ws: true },
    },
  },
})
