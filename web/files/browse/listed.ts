import type { Action } from '../actions/useActions.tsx'
import type { StoredFile } from '../types.ts'
import type { Selection } from './useSelection.ts'

export type FileView = 'list' | 'tiles'

/** What the list and the tiles show. */
export type Listed = {
  /** Null while they are loaded. */
  rows: StoredFile[] | null
  selection: Selection
  actionsOf: (files: StoredFile[]) => Action[]
  /** What an action on one row is for. */
  affected: (file: StoredFile) => StoredFile[]
  /** Whether the rows are of several folders. */
  is_search: boolean
  waiting: boolean
}
