import { expect } from 'vitest'
import type { Network } from '../network.ts'
import type { Person } from '../seeds/people.ts'
import { bytesOf, download, upload } from './uploads.ts'

/** Files and jobs of a person, for tests that begin with `startNetwork()`. */
export function jobsOf(network: Network, { client, token }: Person) {
  /** Starts a job, and waits for its end. */
  async function run(path: string, input: object): Promise<Ended> {
    const { data } = await client.call('POST', `file/${path}`, input)
    return ended(data.id)
  }
  async function ended(id: number): Promise<Ended> {
    await expect.poll(async () => (await client.read('job', id)).data.ended_at).not.toBe(null)
    return (await client.read('job', id)).data
  }
  async function put(bytes: Uint8Array | string, name: string, parent_file_id?: number) {
    const fields = { on_conflict: 'rename', ...(parent_file_id && { parent_file_id }) }
    const { data, message } = await upload(network, token, bytes, { name, fields })
    if (!data) throw new Error(message)
    return data as { id: number; name: string; path: string }
  }
  async function folder(name: string, parent_file_id?: number): Promise<number> {
    const { data } = await client.create('file', { name, ...(parent_file_id && { parent_file_id }) })
    return data.id
  }
  const content = async (id: number) => bytesOf(await download(network, token, id))

  /** Everything below a folder, as path and bytes. */
  async function treeOf(id: number, path = ''): Promise<Record<string, string | null>> {
    const tree: Record<string, string | null> = {}
    const { data } = await client.list('file', { parent_file_id: id, deleted: false, limit: 1000 })
    for (const child of data) {
      const name = path + child.name
      if (child.is_folder) Object.assign(tree, { [`${name}/`]: null }, await treeOf(child.id, `${name}/`))
      else tree[name] = (await content(child.id)).toString('base64')
    }
    return tree
  }
  return { run, ended, put, folder, content, treeOf }
}

type Ended = {
  id: number
  state: string
  error_code: string | null
  error_message: string | null
  result_file_id: number | null
}
