import { openDatabase } from '#db/open.ts'
import { handleCalls } from '../child_calls.ts'
import { type Contents, fill, type Sizes } from './fill.ts'
import { lists } from './lists.ts'
import { explain, resourceOf } from './plans.ts'

// In a process of its own, which ends before the measured server starts.
handleCalls({
  async prepare({ database_url, data_dir, ...sizes }: Sizes & Place): Promise<Prepared> {
    const { db, close } = await openDatabase({ database_url, data_dir })
    try {
      const contents = await fill(db, sizes)
      const paths = lists.map((list) => resourceOf(list).plural)
      const plans: string[][] = []
      for (const list of lists) plans.push(await explain(db, contents, list))
      return { contents, paths, plans }
    } finally {
      await close()
    }
  },
})

type Place = { database_url: string; data_dir: string }
/** `paths` and `plans` are those of each list, in the order of `lists`. */
export type Prepared = { contents: Contents; paths: string[]; plans: string[][] }
