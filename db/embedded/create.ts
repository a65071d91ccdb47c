import { PGlite } from '@electric-sql/pglite'
import { optionsOf } from './pglite.ts'

// Creates the embedded database in an empty folder: `node db/embedded/create.ts FOLDER`, in a process of its own. The
// memory of PGlite never shrinks, and creating takes twice as much as using the database.
process.once('disconnect', () => process.exit(1))
try {
  const pglite = await PGlite.create(optionsOf(process.argv[2]!))
  await pglite.exec('create extension postgis; create extension btree_gist')
  await pglite.close()
  process.exit(0)
} catch (error) {
  process.send?.({ message: (error as Error).message }, () => process.exit(1))
}
