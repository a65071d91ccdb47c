import { randomUUID } from 'node:crypto'
import type { S3Client } from '@aws-sdk/client-s3'
import pLimit from 'p-limit'
import { type Backend, fileLayout, type Layout, type Writing } from './backend.ts'
import type { Folder } from './folder.ts'

/**
 * Contents in an S3 bucket. The SDK is loaded here alone, since it is large and most installations use a disk.
 *
 * @param url `https://KEY:SECRET@host/bucket/prefix?region=…`; without credentials those of the machine are used
 */
export async function openS3(url: string, layout = fileLayout): Promise<Backend> {
  const sdk = await import('@aws-sdk/client-s3')
  const { endpoint, credentials, bucket, prefix, region } = readS3Url(url)
  const client = new sdk.S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    ...(credentials && { credentials }),
    // Not every S3 knows the newer checksums; frames are authenticated anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) =>
        counted(commandName ?? 'unknown', next(args)),
    { step: 'initialize' },
  )
  return new S3Backend(sdk, client, { bucket, prefix: prefix + layout.folder.s3, layout })
}

/** Calls to the bucket by command and outcome (`done`, `failed`, after the retries of the SDK), of this process. */
export const s3Calls = new Map<string, { command: string; outcome: 'done' | 'failed'; count: number }>()

async function counted<T>(command: string, call: Promise<T>): Promise<T> {
  const add = (outcome: 'done' | 'failed') => {
    const key = `${command} ${outcome}`
    s3Calls.set(key, { command, outcome, count: (s3Calls.get(key)?.count ?? 0) + 1 })
  }
  try {
    const answer = await call
    add('done')
    return answer
  } catch (error) {
    add('failed')
    throw error
  }
}

/** @throws {Error} when it names no bucket */
export function readS3Url(url: string): S3Place {
  const { protocol, host, username, password, pathname, searchParams } = new URL(url)
  const [bucket = '', ...rest] = pathname.split('/').filter(Boolean)
  if (!bucket) throw new Error('it names no bucket')
  return {
    endpoint: `${protocol}//${host}`,
    region: searchParams.get('region') ?? 'us-east-1',
    credentials: username
      ? { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) }
      : null,
    bucket,
    prefix: rest.map((part) => `${part}/`).join(''),
  }
}

class S3Backend implements Backend {
  readonly name = 's3'
  #sdk: Sdk
  #client: S3Client
  #bucket: string
  #prefix: string
  #layout: Layout

  constructor(sdk: Sdk, client: S3Client, { bucket, prefix, layout }: BackendPlace) {
    this.#sdk = sdk
    this.#client = client
    this.#bucket = bucket
    this.#prefix = prefix
    this.#layout = layout
  }

  async create(key: string = randomUUID()): Promise<Writing> {
    return new S3Writing(this.#sdk, this.#client, this.#place(key), key)
  }

  async put(contents: Buffer[][]): Promise<string[]> {
    const keys = contents.map(() => randomUUID())
    const at_once = pLimit(AT_ONCE)
    const requests = keys.map((key, i) =>
      at_once(() => {
        const Body = Buffer.concat(contents[i]!)
        return this.#client.send(
          new this.#sdk.PutObjectCommand({ ...this.#place(key), Body, ContentLength: Body.length }),
        )
      }),
    )
    try {
      await Promise.allSettled(requests)
      await Promise.all(requests)
      return keys
    } catch (error) {
      // What cannot be removed now is left to the sweep.
      await Promise.allSettled(keys.map((key) => at_once(() => this.remove(key))))
      throw error
    }
  }

  async *read(key: string, from: number, to: number): AsyncIterable<Buffer> {
    const command = new this.#sdk.GetObjectCommand({ ...this.#place(key), Range: `bytes=${from}-${to - 1}` })
    const { Body } = await this.#client.send(command)
    for await (const chunk of Body as AsyncIterable<Uint8Array>)
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
  }

  async remove(key: string): Promise<void> {
    await this.#client.send(new this.#sdk.DeleteObjectCommand(this.#place(key)))
  }

  async *list(before: Date): AsyncIterable<string> {
    const pages = this.#sdk.paginateListObjectsV2(
      { client: this.#client },
      { Bucket: this.#bucket, Prefix: this.#prefix },
    )
    for await (const { Contents = [] } of pages) {
      for (const { Key, LastModified } of Contents) {
        const key = Key?.slice(this.#prefix.length)
        // Others may have objects below this prefix.
        if (key && this.#layout.key.test(key) && LastModified && LastModified < before) yield key
      }
    }
  }

  async removeUnfinished(before: Date): Promise<void> {
    const where = { Bucket: this.#bucket, Prefix: this.#prefix }
    const { Uploads = [] } = await this.#client.send(new this.#sdk.ListMultipartUploadsCommand(where))
    for (const { Key, UploadId, Initiated } of Uploads) {
      if (!Key || !UploadId || !Initiated || Initiated >= before) continue
      await this.#client.send(new this.#sdk.AbortMultipartUploadCommand({ Bucket: this.#bucket, Key, UploadId }))
    }
  }

  folder(name: string): Folder {
    return new S3Folder(this.#sdk, this.#client, { Bucket: this.#bucket, Prefix: `${this.#prefix}${name}/` })
  }

  #place(key: string): Place {
    return { Bucket: this.#bucket, Key: this.#prefix + key }
  }
}

class S3Folder implements Folder {
  #sdk: Sdk
  #client: S3Client
  #where: { Bucket: string; Prefix: string }

  constructor(sdk: Sdk, client: S3Client, where: { Bucket: string; Prefix: string }) {
    this.#sdk = sdk
    this.#client = client
    this.#where = where
  }

  async read(name: string): Promise<Buffer | null> {
    try {
      const { Body } = await this.#client.send(new this.#sdk.GetObjectCommand(this.#place(name)))
      return Buffer.from(await Body!.transformToByteArray())
    } catch (error) {
      if (error instanceof this.#sdk.NoSuchKey || statusOf(error) === 404) return null
      throw error
    }
  }

  async create(name: string, Body: Buffer): Promise<boolean> {
    const put = { ...this.#place(name), Body, ContentLength: Body.length, IfNoneMatch: '*' }
    try {
      await this.#client.send(new this.#sdk.PutObjectCommand(put))
      return true
    } catch (error) {
      // It is there, or another one is being written.
      if (statusOf(error) === 412 || statusOf(error) === 409) return false
      throw error
    }
  }

  async replace(name: string, Body: Buffer): Promise<void> {
    await this.#client.send(new this.#sdk.PutObjectCommand({ ...this.#place(name), Body, ContentLength: Body.length }))
  }

  async *list(before?: Date): AsyncIterable<string> {
    for await (const { Contents = [] } of this.#sdk.paginateListObjectsV2({ client: this.#client }, this.#where)) {
      for (const { Key, LastModified } of Contents) {
        if (Key && (!before || (LastModified && LastModified < before))) yield Key.slice(this.#where.Prefix.length)
      }
    }
  }

  async remove(name: string): Promise<void> {
    await this.#client.send(new this.#sdk.DeleteObjectCommand(this.#place(name)))
  }

  #place(name: string): Place {
    return { Bucket: this.#where.Bucket, Key: this.#where.Prefix + name }
  }
}

const statusOf = (error: unknown) => (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode

/** One request for what fits into a part, else a multipart upload. At most one part is in memory. */
class S3Writing implements Writing {
  #sdk: Sdk
  #client: S3Client
  #place: Place
  #key: string
  #pending: Buffer[] = []
  #size = 0
  #upload_id: string | null = null
  #parts: { PartNumber: number; ETag: string | undefined }[] = []

  constructor(sdk: Sdk, client: S3Client, place: Place, key: string) {
    this.#sdk = sdk
    this.#client = client
    this.#place = place
    this.#key = key
  }

  async write(bytes: Buffer[]): Promise<void> {
    for (const part of bytes) {
      this.#pending.push(part)
      this.#size += part.length
    }
    if (this.#size >= this.#part_size) await this.#sendPart()
  }

  async finish(): Promise<string> {
    if (!this.#upload_id) {
      const Body = Buffer.concat(this.#pending)
      await this.#client.send(new this.#sdk.PutObjectCommand({ ...this.#place, Body, ContentLength: Body.length }))
      return this.#key
    }
    if (this.#size > 0) await this.#sendPart()
    await this.#client.send(
      new this.#sdk.CompleteMultipartUploadCommand({
        ...this.#place,
        UploadId: this.#upload_id,
        MultipartUpload: { Parts: this.#parts },
      }),
    )
    return this.#key
  }

  async abort(): Promise<void> {
    this.#pending = []
    if (!this.#upload_id) return
    const upload = { ...this.#place, UploadId: this.#upload_id }
    await this.#client.send(new this.#sdk.AbortMultipartUploadCommand(upload))
  }

  /** Grows with the content: S3 takes 10 000 parts, and 5 TiB. */
  get #part_size(): number {
    return PART * 2 ** Math.floor(this.#parts.length / 1500)
  }

  async #sendPart(): Promise<void> {
    this.#upload_id ??= await this.#begin()
    const Body = Buffer.concat(this.#pending)
    this.#pending = []
    this.#size = 0
    const PartNumber = this.#parts.length + 1
    const part = { ...this.#place, UploadId: this.#upload_id, PartNumber, Body, ContentLength: Body.length }
    const { ETag } = await this.#client.send(new this.#sdk.UploadPartCommand(part))
    this.#parts.push({ PartNumber, ETag })
  }

  async #begin(): Promise<string> {
    const { UploadId } = await this.#client.send(new this.#sdk.CreateMultipartUploadCommand(this.#place))
    return UploadId!
  }
}

/** Requests at the same time. */
const AT_ONCE = 8
/** S3 wants 5 MiB in all parts but the last. */
const PART = 8 * 1024 * 1024

type Sdk = typeof import('@aws-sdk/client-s3')
type Place = { Bucket: string; Key: string }
type BackendPlace = { bucket: string; prefix: string; layout: Layout }
type S3Place = {
  endpoint: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string } | null
  bucket: string
  prefix: string
}
