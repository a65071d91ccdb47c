import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { StoredContent } from '#db/contents/store.ts'
import type { ApiContext } from '../context.ts'
import { readContents } from './contents.ts'

const EVERY_MS = 2_000
const AT_ONCE = 20
const IDLE_MS = 60_000
/** A file that the scanner refuses is tried again after this. */
const AGAIN_MS = 600_000

/** The virus scan of waiting files. Until then they cannot be read; while the scanner is away they wait. */
export function makeScan(context: ApiContext): PeriodicTask {
  const { clamd_url } = context.config
  const later = new Map<number, number>()
  return {
    name: 'virus scan',
    interval_ms: EVERY_MS,
    async run() {
      if (clamd_url) await scanWaiting(context, clamd_url, later)
    },
  }
}

/** @param later contents that could not be scanned, with the time of the next attempt */
export async function scanWaiting(context: ApiContext, clamd_url: string, later = new Map<number, number>()) {
  const { db, contents, log } = context
  for (const [id, at] of later) if (at < Date.now()) later.delete(id)
  const { rows } = await sql<{ content_id: number }>`
    select distinct content_id from file where scan_state = 'waiting' and content_id <> all(${[...later.keys()]}::bigint[])
    order by content_id limit ${AT_ONCE}`.execute(db)
  for (const { content_id } of rows) {
    const content = (await readContents(db, [content_id])).get(content_id)
    if (!content) continue
    let found: string | null
    try {
      found = await scan(clamd_url, contents.chunks(content as StoredContent))
    } catch (error) {
      later.set(content_id, Date.now() + AGAIN_MS)
      const away = (error as NodeJS.ErrnoException).code !== undefined
      log.warn({ content_id, reason: (error as Error).message }, 'a file could not be scanned, and waits')
      if (!away) continue
      // The scanner is away for all of them.
      later.delete(content_id)
      return
    }
    if (found !== null) log.warn({ content_id, found }, 'the virus scan has found something')
    await db
      .updateTable('file')
      .set({ scan_state: found === null ? 'clean' : 'infected' })
      .where('content_id', '=', content_id)
      .execute()
  }
}

/**
 * Scans bytes by ClamAV's INSTREAM command (clamd(8)).
 *
 * @returns what was found, or null
 * @throws {Error} when the scanner is away or refuses, for instance what is larger than its StreamMaxLength
 */
export async function scan(clamd_url: string, chunks: AsyncIterable<Buffer>): Promise<string | null> {
  const socket = await open(clamd_url)
  try {
    const answer = readAll(socket)
    // The scanner may answer and close before all is sent.
    answer.catch(() => {})
    await write(socket, Buffer.from('zINSTREAM\0'))
    for await (const chunk of chunks) {
      if (socket.readableEnded || socket.destroyed) break
      const length = Buffer.alloc(4)
      length.writeUInt32BE(chunk.length)
      await write(socket, Buffer.concat([length, chunk]))
    }
    if (!socket.destroyed) await write(socket, Buffer.alloc(4))
    const text = (await answer).replace(/\0.*$/s, '').trim()
    if (/: OK$/.test(text)) return null
    const [, found] = /: (.+) FOUND$/.exec(text) ?? []
    if (found) return found
    if (text === '') throw Object.assign(new Error('The scanner has closed the connection.'), { code: 'ECONNRESET' })
    throw new Error(`The scanner answered: ${text}`)
  } finally {
    socket.destroy()
  }
}

async function open(clamd_url: string): Promise<Socket> {
  const { protocol, hostname, port, pathname } = new URL(clamd_url)
  const socket = protocol === 'unix:' ? connect(pathname) : connect(Number(port), hostname)
  socket.setTimeout(IDLE_MS, () =>
    socket.destroy(Object.assign(new Error('The scanner is silent.'), { code: 'ETIMEDOUT' })),
  )
  await once(socket, 'connect')
  socket.on('error', () => {})
  return socket
}

async function write(socket: Socket, bytes: Buffer): Promise<void> {
  if (socket.destroyed || !socket.writable) return
  if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
}

async function readAll(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket) text = `${text}${chunk}`.slice(0, 10_000)
  return text
}
