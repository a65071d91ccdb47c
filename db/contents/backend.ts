import type { Folder } from './folder.ts'

/** A place for bytes at rest. A content is written once, and never changed. */
export interface Backend {
  name: 'disk' | 's3'
  /** Begins a content. Nothing can be read before `finish`. @param key of a backup; without it a new one */
  create(key?: string): Promise<Writing>
  /** Writes small contents, durable together when it returns. An error leaves none. @returns their keys, in order */
  put(contents: Buffer[][]): Promise<string[]>
  /** The bytes from `from` to before `to`. */
  read(key: string, from: number, to: number): AsyncIterable<Buffer>
  /** Removes a content; one that does not exist is no error. */
  remove(key: string): Promise<void>
  /** All contents that were written before a time. */
  list(before: Date): AsyncIterable<string>
  /** Removes what interrupted writes have left since before a time. */
  removeUnfinished(before: Date): Promise<void>
  /** A folder beside the contents; its name is that of no content. */
  folder(name: string): Folder
}

export interface Writing {
  write(bytes: Buffer[]): Promise<void>
  /** Makes it durable. @returns its key */
  finish(): Promise<string>
  /** Removes what was written. */
  abort(): Promise<void>
}

/** Where contents of a kind lie: their keys, and their folder below the root or the bucket. */
export type Layout = {
  /** Below DATA_DIR, and below the prefix of a bucket; empty for the prefix itself. */
  folder: { disk: string; s3: string }
  /** What is no key is never touched. */
  key: RegExp
  /** The path of a key below the folder. */
  path(key: string): string
  /** Whether empty folders are removed on a disk: only where one process at a time writes. */
  removes_folders: boolean
  /** The folder of a disk in which contents are while they are written. */
  unfinished: string
}

/** Contents of files: `files/xx/<key>` on disk, `<key>` in a bucket. */
export const fileLayout: Layout = {
  folder: { disk: 'files', s3: '' },
  key: /^[0-9a-f-]{36}$/,
  path: (key) => `${key.slice(0, 2)}/${key}`,
  removes_folders: false,
  unfinished: 'unfinished',
}
