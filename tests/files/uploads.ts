import { request as httpRequest } from 'node:http'
import { Readable } from 'node:stream'
import type { Network } from '../network.ts'

type Fields = Record<string, string | number | boolean>

/** Uploads bytes as a browser does. */
export async function upload(network: Network, token: string, bytes: Uint8Array | string, options: Upload = {}) {
  const { name = 'file.bin', fields = {}, method = 'PUT', headers = {} } = options
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value))
  form.append('file', new Blob([bytes as BlobPart]), name)
  const response = await fetch(`${network.url}/api/v1/file`, {
    method,
    body: form,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  return answerOf(response)
}

/** Uploads chunks without a Content-Length. */
export async function uploadChunked(
  network: Network,
  token: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  { name = 'file.bin', fields = {} }: Upload = {},
) {
  const { head, tail } = formOf(name, fields)
  async function* body() {
    yield head
    yield* chunks
    yield tail
  }
  const response = await fetch(`${network.url}/api/v1/file`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Readable.toWeb(Readable.from(body())) as BodyInit,
    duplex: 'half',
  } as RequestInit)
  return answerOf(response)
}

/** Begins an upload, and cuts the connection after some bytes. */
export function cutUpload(network: Network, token: string, bytes: Uint8Array, announced: number): Promise<void> {
  const { head } = formOf('cut.bin', {})
  return new Promise((resolve) => {
    const request = httpRequest(`${network.url}/api/v1/file`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        'content-length': announced,
      },
    })
    request.on('error', () => resolve())
    request.on('close', () => resolve())
    request.write(head)
    request.write(bytes, () => setTimeout(() => request.destroy(), 50))
  })
}

export async function download(network: Network, token: string, file_id: number, more: Download = {}) {
  const { headers = {}, body = {} } = more
  return fetch(`${network.url}/api/v1/file/${file_id}/download`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

export const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

function formOf(name: string, fields: Fields) {
  const parts = Object.entries(fields).map(
    ([field, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  return { head: Buffer.from(parts.join('') + file), tail: Buffer.from(`\r\n--${BOUNDARY}--\r\n`) }
}

async function answerOf(response: Response) {
  // biome-ignore lint/suspicious/noExplicitAny: answers are untyped in tests
  const body: any = await response.json().catch(() => ({}))
  return { status: response.status, headers: response.headers, ...body }
}

const BOUNDARY = 'ringfence-test-boundary'

type Upload = { name?: string; fields?: Fields; method?: 'PUT' | 'POST'; headers?: Record<string, string> }
type Download = { headers?: Record<string, string>; body?: object }

/** Sets limits or features of an organisation. */
export async function configure(network: Network, organisation_id: number, values: object): Promise<void> {
  const { db } = network
  await db
    .insertInto('organisation_config')
    .values({ organisation_id })
    .onConflict((on) => on.doNothing())
    .execute()
  await db.updateTable('organisation_config').set(values).where('organisation_id', '=', organisation_id).execute()
}
