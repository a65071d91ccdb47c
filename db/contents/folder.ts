import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A folder of small files with names that other programs know, beside the contents of a backend. */
export interface Folder {
  /** @returns null if the file does not exist */
  read(name: string): Promise<Buffer | null>
  /** Writes a file that is not there, as a whole. @returns false if it is there */
  create(name: string, bytes: Buffer): Promise<boolean>
  /** Writes a file, as a whole, in the place of one that may be there. */
  replace(name: string, bytes: Buffer): Promise<void>
  /** @param before only files that were written before this time */
  list(before?: Date): AsyncIterable<string>
  remove(name: string): Promise<void>
}

/** A folder of a disk. A file is complete before it has its name. */
export class DiskFolder implements Folder {
  readonly #path: string
  readonly #unfinished: string

  constructor(path: string, unfinished: string) {
    this.#path = path
    this.#unfinished = unfinished
  }

  read(name: string): Promise<Buffer | null> {
    return readFile(join(this.#path, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
  }

  create(name: string, bytes: Buffer): Promise<boolean> {
    return this.#write(bytes, async (temporary) => {
      try {
        await link(temporary, join(this.#path, name))
        return true
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
        throw error
      }
    })
  }

  async replace(name: string, bytes: Buffer): Promise<void> {
    await this.#write(bytes, (temporary) => rename(temporary, join(this.#path, name)))
  }

  async *list(before?: Date): AsyncIterable<string> {
    const names = await readdir(this.#path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    for (const name of names.sort()) {
      const found = before && (await stat(join(this.#path, name)).catch(() => null))
      if (!before || (found && found.mtime < before)) yield name
    }
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#path, name), { force: true })
  }

  /** After a power cut a file that has its name has its bytes. */
  async #write<T>(bytes: Buffer, give: (temporary: string) => Promise<T>): Promise<T> {
    for (const path of [this.#path, this.#unfinished]) await mkdir(path, { recursive: true, mode: 0o700 })
    const temporary = join(this.#unfinished, randomUUID())
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    try {
      const given = await give(temporary)
      const folder = await open(this.#path, 'r')
      await folder.sync().finally(() => folder.close())
      return given
    } finally {
      await rm(temporary, { force: true })
    }
  }
}
