import { defineDomain } from '../crud/domain.ts'
import { changeMany, takeBulk } from './bulk.ts'
import { importFile } from './import.ts'
import { listKinds, takeKinds } from './kinds.ts'
import { undoImport } from './undo.ts'

/** Tables of files that become rows of any domain: each says in its door what can be imported (`imports`). */
export const imports = defineDomain({
  page_names: ['import'],
  resources: {},
  actions: [importFile, listKinds, undoImport, changeMany],
  // Each resource is asked for itself.
  areas: { any: ['import', 'bulk'] },
  takes(domains) {
    takeKinds(domains)
    takeBulk(domains)
  },
})
