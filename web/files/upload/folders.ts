import { ApiError } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'

/** Finds or creates the folders of an upload, each once, however many of its files ask for it at the same time. */
export class UploadFolders {
  readonly #place: UploadPlace
  readonly #folders = new Map<string, Promise<number>>()

  constructor(place: UploadPlace) {
    this.#place = place
  }

  /** @param path names of folders, from the place of the upload */
  async idOf(path: string[]): Promise<number | null> {
    if (path.length === 0) return this.#place.parent_file_id
    const key = path.join('/')
    const known = this.#folders.get(key)
    if (known) return known
    const asked = this.idOf(path.slice(0, -1)).then((parent) => this.#findOrCreate(parent, path.at(-1)!))
    this.#folders.set(key, asked)
    // Another attempt asks again.
    asked.catch(() => this.#folders.delete(key))
    return asked
  }

  async #findOrCreate(parent_file_id: number | null, name: string): Promise<number> {
    const { organisation_id } = this.#place
    try {
      return (await guarded(client.create('file', { organisation_id, parent_file_id, name }))).data.id
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'name_conflict')) throw error
      const where = parent_file_id === null ? { top: true, shared: true } : { parent_file_id }
      const query = { organisation_id, ...where, is_folder: true, deleted: false, search: name, limit: 1000 } as const
      const { data } = await guarded(client.list('file', query))
      const same = data.find((folder) => folder.name.toLowerCase() === name.normalize('NFC').toLowerCase())
      // A file of this name.
      if (!same) throw error
      return same.id
    }
  }
}

/** A folder, or the organisation's root. */
export type UploadPlace = { organisation_id: number; parent_file_id: number | null }
