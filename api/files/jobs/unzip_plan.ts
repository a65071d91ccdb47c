import { nameKey, numberedName, safeName } from '../names.ts'
import type { ArchiveEntry } from './archive.ts'

/**
 * The tree of an archive: names are made valid, and numbered where two would be the same.
 *
 * @returns folders by level, parents before their children
 */
export function plan(entries: ArchiveEntry[]): { folders: PlannedFolder[][]; files: PlannedFile[] } {
  const top: Node = makeNode('', null)
  const levels: Node[][] = []
  const files: PlannedFile[] = []
  for (const entry of entries) {
    let folder = top
    for (const [level, part] of (entry.is_folder ? entry.path : entry.path.slice(0, -1)).entries()) {
      const known = folder.folders.get(part)
      folder = known ?? addFolder(folder, part)
      if (known) continue
      levels[level] ??= []
      levels[level].push(folder)
    }
    if (entry.is_folder) continue
    const name = uniqueName(folder, safeName(entry.path.at(-1)!))
    folder.names.add(nameKey(name))
    files.push({ entry, name, folder: folder.planned })
  }
  return { folders: levels.map((level) => level.map(({ planned }) => planned)), files }
}

function addFolder(parent: Node, part: string): Node {
  const name = uniqueName(parent, safeName(part, 'folder'))
  const made = makeNode(name, parent.planned)
  parent.folders.set(part, made)
  parent.names.add(nameKey(name))
  return made
}

/** A name that nothing in the folder has, in any case. */
function uniqueName({ names }: Node, name: string): string {
  let unique = name
  for (let number = 2; names.has(nameKey(unique)); number++) unique = numberedName(name, number)
  return unique
}

const makeNode = (name: string, parent: PlannedFolder | null): Node => ({
  planned: { name, parent },
  names: new Set(),
  folders: new Map(),
})

/** `folders` are by their name in the archive: two that differ in case are two folders. */
type Node = { planned: PlannedFolder; names: Set<string>; folders: Map<string, Node> }
/** The folder of all has no parent, and no name yet. */
export type PlannedFolder = { name: string; parent: PlannedFolder | null }
export type PlannedFile = { entry: ArchiveEntry; name: string; folder: PlannedFolder }
