import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A small S3 over node:http: objects, ranges, multipart uploads and listings, in memory. */
export async function startS3(): Promise<S3Server> {
  const objects = new Map<string, { bytes: Buffer; at: Date }>()
  const uploads = new Map<string, { key: string; parts: Map<number, Buffer>; at: Date }>()
  let requests = 0
  const server = createServer(async (request, reply) => {
    requests++
    const url = new URL(request.url!, 'http://s3')
    const key = decodeURIComponent(url.pathname.slice(1))
    const query = url.searchParams
    const xml = (body: string, status = 200) => reply.writeHead(status, { 'content-type': 'application/xml' }).end(body)
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=KEY/')) return xml('<Error/>', 403)
    const body = await readBody(request)
    const upload_id = query.get('uploadId')
    if (request.method === 'POST' && query.has('uploads')) {
      const id = `upload-${uploads.size + 1}`
      uploads.set(id, { key, parts: new Map(), at: new Date() })
      return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    }
    if (request.method === 'PUT' && upload_id) {
      uploads.get(upload_id)!.parts.set(Number(query.get('partNumber')), body)
      return reply.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end()
    }
    if (request.method === 'POST' && upload_id) {
      const { parts } = uploads.get(upload_id)!
      const bytes = Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, part]) => part))
      objects.set(key, { bytes, at: new Date() })
      uploads.delete(upload_id)
      return xml('<CompleteMultipartUploadResult/>')
    }
    if (request.method === 'DELETE' && upload_id) {
      uploads.delete(upload_id)
      return reply.writeHead(204).end()
    }
    if (request.method === 'PUT') {
      if (request.headers['if-none-match'] === '*' && objects.has(key)) return xml('<Error/>', 412)
      objects.set(key, { bytes: body, at: new Date() })
      return reply.writeHead(200, { etag: '"x"' }).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return reply.writeHead(204).end()
    }
    if (query.has('uploads')) {
      const list = [...uploads].map(
        ([id, upload]) =>
          `<Upload><Key>${inBucket(upload.key)}</Key><UploadId>${id}</UploadId><Initiated>${upload.at.toISOString()}</Initiated></Upload>`,
      )
      return xml(`<ListMultipartUploadsResult>${list.join('')}</ListMultipartUploadsResult>`)
    }
    if (query.get('list-type') === '2') {
      const prefix = query.get('prefix') ?? ''
      const list = [...objects]
        .filter(([name]) => inBucket(name).startsWith(prefix))
        .map(
          ([name, { bytes, at }]) =>
            `<Contents><Key>${inBucket(name)}</Key><Size>${bytes.length}</Size><LastModified>${at.toISOString()}</LastModified></Contents>`,
        )
      return xml(`<ListBucketResult><IsTruncated>false</IsTruncated>${list.join('')}</ListBucketResult>`)
    }
    const found = objects.get(key)
    if (!found) return xml('<Error><Code>NoSuchKey</Code></Error>', 404)
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []
    const bytes = from === undefined ? found.bytes : found.bytes.subarray(Number(from), Number(to) + 1)
    return reply.writeHead(from === undefined ? 200 : 206, { 'content-length': bytes.length }).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://KEY:SECRET@127.0.0.1:${port}/bucket/some/prefix`,
    objects,
    uploads,
    get requests() {
      return requests
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const inBucket = (key: string) => key.split('/').slice(1).join('/')

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

export type S3Server = {
  url: string
  objects: Map<string, { bytes: Buffer; at: Date }>
  uploads: Map<string, { key: string; parts: Map<number, Buffer>; at: Date }>
  readonly requests: number
  stop(): Promise<void>
}
