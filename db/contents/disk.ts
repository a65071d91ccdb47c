import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, opendir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import pLimit from 'p-limit'
import { type Backend, fileLayout, type Layout, type Writing } from './backend.ts'
import { DiskFolder, type Folder } from './folder.ts'
import { SEALED_FRAME } from './frames.ts'

/** Contents as files of a folder, with a folder in it for those being written. */
export class DiskBackend implements Backend {
  readonly name = 'disk'
  #root: string
  #layout: Layout

  constructor(data_dir: string, layout = fileLayout) {
    this.#root = join(data_dir, layout.folder.disk)
    this.#layout = layout
  }

  async create(key: string = randomUUID()): Promise<Writing> {
    const path = this.#path(key)
    const temporary = join(this.#root, this.#layout.unfinished, `${basename(key)}.part`)
    await mkdir(dirname(temporary), { recursive: true, mode: 0o700 })
    return new DiskWriting(await open(temporary, 'wx', 0o600), temporary, path, key)
  }

  async put(contents: Buffer[][]): Promise<string[]> {
    const keys = contents.map(() => randomUUID())
    const unfinished = join(this.#root, this.#layout.unfinished)
    await mkdir(unfinished, { recursive: true, mode: 0o700 })
    const at_once = pLimit(AT_ONCE)
    try {
      await settled(keys.map((key, i) => at_once(() => writeWhole(join(unfinished, `${key}.part`), contents[i]!))))
      const folders = [...new Set(keys.map((key) => dirname(this.#path(key))))]
      const made = await settled(folders.map((path) => at_once(() => mkdir(path, { recursive: true, mode: 0o700 }))))
      await settled(keys.map((key) => at_once(() => rename(join(unfinished, `${key}.part`), this.#path(key)))))
      await settled(folders.map((path) => at_once(() => syncFolder(path))))
      if (made.some(Boolean)) await syncFolder(this.#root)
      return keys
    } catch (error) {
      for (const key of keys) {
        await rm(join(unfinished, `${key}.part`), { force: true })
        await rm(this.#path(key), { force: true })
      }
      throw error
    }
  }

  read(key: string, from: number, to: number): AsyncIterable<Buffer> {
    return createReadStream(this.#path(key), { start: from, end: to - 1, highWaterMark: CHUNK })
  }

  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true })
    if (!this.#layout.removes_folders) return
    for (let folder = dirname(this.#path(key)); folder !== this.#root; folder = dirname(folder)) {
      // One that is not empty stays.
      const is_removed = await rmdir(folder).then(
        () => true,
        () => false,
      )
      if (!is_removed) break
    }
  }

  async *list(before: Date): AsyncIterable<string> {
    for await (const folder of foldersOf(this.#root)) {
      if (folder !== this.#layout.unfinished) yield* this.#listFolder(folder, before)
    }
  }

  /** Keys of a layout without folders are the names of the files; else they begin with the folders. */
  async *#listFolder(folder: string, before: Date): AsyncIterable<string> {
    for await (const name of oldFiles(join(this.#root, folder), before)) {
      const key = [name, `${folder}/${name}`].find((candidate) => this.#layout.key.test(candidate))
      if (key) yield key
    }
    for await (const inner of foldersOf(join(this.#root, folder))) yield* this.#listFolder(`${folder}/${inner}`, before)
  }

  async removeUnfinished(before: Date): Promise<void> {
    // Until release 2026.11 it was this one everywhere.
    for (const name of new Set([this.#layout.unfinished, 'unfinished'])) {
      const folder = join(this.#root, name)
      for await (const file of oldFiles(folder, before)) await rm(join(folder, file), { force: true })
    }
  }

  folder(name: string): Folder {
    return new DiskFolder(join(this.#root, name), join(this.#root, this.#layout.unfinished))
  }

  #path(key: string): string {
    if (!this.#layout.key.test(key)) throw new Error(`Not a key of a content: ${key}`)
    return join(this.#root, this.#layout.path(key))
  }
}

class DiskWriting implements Writing {
  #handle: FileHandle
  #temporary: string
  #path: string
  #key: string

  constructor(handle: FileHandle, temporary: string, path: string, key: string) {
    this.#handle = handle
    this.#temporary = temporary
    this.#path = path
    this.#key = key
  }

  async write(bytes: Buffer[]): Promise<void> {
    const { bytesWritten } = await this.#handle.writev(bytes)
    const expected = bytes.reduce((sum, { length }) => sum + length, 0)
    if (bytesWritten < expected) throw Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' })
  }

  /** After a power cut a row in the database must find its bytes: the file and its folders are on the disk first. */
  async finish(): Promise<string> {
    await this.#handle.sync()
    await this.#handle.close()
    const folder = dirname(this.#path)
    const made = await mkdir(folder, { recursive: true, mode: 0o700 })
    await rename(this.#temporary, this.#path)
    await syncFolder(folder)
    if (made) await syncFolder(dirname(folder))
    return this.#key
  }

  async abort(): Promise<void> {
    await this.#handle.close().catch(() => {})
    await rm(this.#temporary, { force: true })
  }
}

async function writeWhole(path: string, bytes: Buffer[]): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(bytes.length === 1 ? bytes[0]! : Buffer.concat(bytes))
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Waits for all, so that nothing is written after an error. */
async function settled<T>(works: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(works)
  return Promise.all(works)
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

async function* foldersOf(root: string): AsyncIterable<string> {
  for await (const entry of await listed(root)) if (entry.isDirectory()) yield entry.name
}

async function* oldFiles(folder: string, before: Date): AsyncIterable<string> {
  for await (const { name } of await listed(folder)) {
    const found = await stat(join(folder, name)).catch(() => null)
    if (found?.isFile() && found.mtime < before) yield name
  }
}

const listed = (folder: string) =>
  opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })

/** Files that are written at the same time: Node has four threads for all files. */
const AT_ONCE = 4
/** Whole frames, so that none has to be put together from two chunks. */
const CHUNK = 16 * SEALED_FRAME
