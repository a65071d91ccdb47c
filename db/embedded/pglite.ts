import { join } from 'node:path'
import { type Extension, PGlite, type PGliteOptions, type postgresMod } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { postgis as packaged } from '@electric-sql/pglite-postgis'
import { timestampToIso } from '../timestamp.ts'
import { postgisFiles, postgisFolder } from './postgis_files.ts'

/** The options of PGlite for a database in a folder. */
export function optionsOf(folder: string): PGliteOptions {
  return {
    dataDir: folder,
    extensions: { postgis: postgis(), btree_gist },
    // A date stays text: it is a day, not a moment.
    parsers: { 1082: (text: string) => text, 1184: timestampToIso },
    // A page that is not in it is read from the file, which the system caches: 128 MB of its own pay nothing.
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  }
}

/** PostGIS from its unpacked files, which stay on the disk; without them from the package's archive, in memory. */
function postgis(): Extension {
  const files = postgisFiles()
  if (!files) return packaged
  return {
    name: 'postgis',
    async setup(_pglite, options: Pick<postgresMod.PostgresMod, 'preRun'> & { PGLITE_ENV: Record<string, string> }) {
      options.PGLITE_ENV.PROJ_DATA = `${MOUNT}/share/proj`
      options.preRun.push(({ FS, WASM_PREFIX }) => {
        FS.mkdirTree(MOUNT)
        FS.mount(FS.filesystems.NODEFS, { root: postgisFolder() }, MOUNT)
        for (const file of files.filter((name) => !name.startsWith('share/proj/'))) {
          const path = join(WASM_PREFIX, file)
          FS.mkdirTree(join(path, '..'))
          FS.symlink(join(MOUNT, file), path)
        }
      })
      return { emscriptenOpts: options }
    },
  }
}

/** In the file system of PGlite. */
const MOUNT = '/postgis'
