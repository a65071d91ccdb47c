/** What was dropped or chosen: a file with the names of the folders around it, from the one that was dropped. */
export type Dropped = { file: File; folders: string[] }

/** Files that systems leave in folders, which no person means to store. */
const litter = new Set(['.ds_store', 'thumbs.db', 'desktop.ini'])

/** Files at a time, at most: a dropped disk is a mistake. */
export const MOST_FILES = 5000

/**
 * Reads what was dropped, folders with all that is in them. To be called in the event itself: afterwards the browser
 * forgets what was dropped.
 *
 * @throws {TooManyFiles}
 */
export function readDropped(transfer: DataTransfer): Promise<Dropped[]> {
  const entries = [...transfer.items].flatMap((item) => (item.kind === 'file' ? [item.webkitGetAsEntry?.()] : []))
  const files = [...transfer.files].map((file) => ({ file, folders: [] }))
  return entries.some((entry) => entry?.isDirectory) ? readEntries(entries) : Promise.resolve(files)
}

async function readEntries(entries: (FileSystemEntry | null | undefined)[]): Promise<Dropped[]> {
  const found: Dropped[] = []
  const visit = async (entry: FileSystemEntry, folders: string[]) => {
    if (found.length > MOST_FILES) throw new TooManyFiles()
    if (entry.isDirectory) {
      const inside = [...folders, entry.name]
      for (const each of await childrenOf(entry as FileSystemDirectoryEntry)) await visit(each, inside)
    } else if (!isLitter(entry.name)) {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
      found.push({ file, folders })
    }
  }
  for (const entry of entries) if (entry) await visit(entry, [])
  return found
}

/** A reader gives a hundred at a time, until it gives none. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const children: FileSystemEntry[] = []
  for (;;) {
    const more = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (more.length === 0) return children
    children.push(...more)
  }
}

/**
 * What was chosen with a file input; of a folder the browser gives each file with its path.
 *
 * @throws {TooManyFiles}
 */
export function readChosen(files: Iterable<File>): Dropped[] {
  const chosen = [...files].map((file) => ({ file, folders: file.webkitRelativePath.split('/').slice(0, -1) }))
  if (chosen.length > MOST_FILES) throw new TooManyFiles()
  return chosen.filter(({ file, folders }) => folders.length === 0 || !isLitter(file.name))
}

const isLitter = (name: string) => litter.has(name.toLowerCase())

class TooManyFiles extends Error {}
