import type { Folder } from './queries.ts'

/** A folder and the ones in it, as far as they are not left out. */
export type FolderNode = { id: number; name: string; children: FolderNode[] }

/** The folders around a folder and itself, from the root; what is missing in the list is left out. */
export function ancestorsOf(folders: Folder[], id: number): Folder[] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const chain: Folder[] = []
  for (let folder = byId.get(id); folder && chain.length < 100; folder = byId.get(folder.parent_file_id ?? 0)) {
    chain.unshift(folder)
  }
  return chain
}

/**
 * Folders as a tree.
 *
 * @param except left out with all that is in them, as a folder cannot be moved into itself
 */
export function nodesOf(folders: Folder[], except: ReadonlySet<number> = new Set()): FolderNode[] {
  const nodes = new Map(
    folders.filter(({ id }) => !except.has(id)).map(({ id, name }) => [id, { id, name, children: [] as FolderNode[] }]),
  )
  const roots: FolderNode[] = []
  for (const { id, parent_file_id } of folders) {
    const node = nodes.get(id)
    if (!node) continue
    if (parent_file_id === null) roots.push(node)
    // Without its parent it is not reached, as is meant.
    else nodes.get(parent_file_id)?.children.push(node)
  }
  return roots
}
