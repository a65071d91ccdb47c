import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunks } from './build/chunks.ts'
import { compress } from './build/compress.ts'
import { mantineStyles } from './build/mantineStyles.ts'
import { paletteStyles } from './build/palette.ts'
import { preload } from './build/preload.ts'
import { resourceSchemas } from './build/resourceSchemas.ts'
import { serviceWorker } from './build/serviceWorker.ts'

const server = 'http://localhost:8080'
const { version } = await import(pathToFileURL(join(import.meta.dirname, '../db/version.ts')).href)

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), resourceSchemas(), mantineStyles(), paletteStyles(), preload(), serviceWorker(), compress()],
  define: { APP_VERSION: JSON.stringify(version) },
  // MapLibre's worker is an ES module.
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    chunkSizeWarningLimit: 1400,
    rolldownOptions: {
      output: { codeSplitting: { groups: chunks } },
      // Reads only the icons that are used, of 6000.
      experimental: { lazyBarrel: true },
    },
  },
  server: {
    proxy: { '/api': server, '/gateway': { target: server, ws: true }, '/socket.io': { target: server, ws: true } },
  },
})
