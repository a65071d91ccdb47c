import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Sends recorded messages of a device over one TCP connection, each after the answer to the one before, and prints the
 * answers. A message that names its login is sent on a connection of its own, behind that login.
 *
 * @returns the exit code: 1 where the server closed the connection
 * @throws {UnreadableFrames}
 */
export async function replayFrames(path: string, { host, port, print }: FrameOptions): Promise<number> {
  const recordings = parseFrames(
    await readFile(path).catch((error) => {
      throw new UnreadableFrames(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code}.`)
    }),
  )
  if (recordings.length === 0) throw new UnreadableFrames(`There are no messages in ${path}.`)
  print(`${recordings.length} message${recordings.length === 1 ? '' : 's'} to ${host}:${port}.`)
  const groups = Map.groupBy(recordings, ({ login }, i) => (login === null ? -1 : i))
  let refused = 0
  for (const group of groups.values()) {
    const { login } = group[0]!
    const before = login === null ? [] : [recordings[login]!]
    refused += await converse([...before, ...group], { host, port, print })
  }
  if (refused > 0) print('The server closed the connection: see its log, and the list of unknown devices.')
  return refused > 0 ? 1 : 0
}

/** Lines of hexadecimal digits, JSON lines with `wire_hex`, or one message of any bytes. */
export function parseFrames(content: Buffer): Recording[] {
  const lines = content
    .toString('latin1')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
  if (lines.every((line) => /^([0-9a-f]{2}[ :]?)+$/i.test(line))) {
    return lines.map((line) => ({ bytes: Buffer.from(line.replace(/[ :]/g, ''), 'hex'), login: null }))
  }
  if (lines.every((line) => line.startsWith('{') && line.includes('"wire_hex"'))) return lines.map(parseLine)
  return content.length > 0 ? [{ bytes: content, login: null }] : []
}

function parseLine(line: string, i: number): Recording {
  try {
    const { wire_hex, login } = JSON.parse(line) as { wire_hex: unknown; login?: unknown }
    if (typeof wire_hex !== 'string' || !/^([0-9a-f]{2})+$/i.test(wire_hex))
      throw new Error('wire_hex is not hexadecimal')
    return { bytes: Buffer.from(wire_hex, 'hex'), login: typeof login === 'number' && login < i ? login : null }
  } catch (error) {
    throw new UnreadableFrames(`Line ${i + 1}: ${(error as Error).message}.`)
  }
}

/** @returns 1 if the server closed the connection before the end */
async function converse(messages: Recording[], { host, port, print }: FrameOptions): Promise<number> {
  const socket = connect({ host, port })
  let answer = Buffer.alloc(0)
  let closed = false
  socket.on('data', (chunk) => {
    answer = Buffer.concat([answer, chunk])
  })
  socket.on('close', () => {
    closed = true
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new UnreadableFrames(
          `Nothing answers at ${host}:${port} (${error.code}). Is the server running, and the port right?`,
        ),
      ),
    )
  })
  socket.on('error', () => {})
  for (const [i, { bytes }] of messages.entries()) {
    if (closed) break
    answer = Buffer.alloc(0)
    socket.write(bytes)
    for (let waited = 0; answer.length === 0 && !closed && waited < ANSWER_MS; waited += STEP_MS) await wait(STEP_MS)
    print(`${String(i + 1).padStart(4)}  ${bytes.length} bytes  answer: ${answer.length > 0 ? show(answer) : 'none'}`)
  }
  const refused = closed ? 1 : 0
  socket.destroySoon()
  return refused
}

/** Many messages are not answered. */
const ANSWER_MS = 1_000
const STEP_MS = 20

const show = (bytes: Buffer) => {
  const text = bytes.toString('latin1')
  return /^[\x20-\x7e\r\n]+$/.test(text) ? JSON.stringify(text) : bytes.toString('hex')
}

/** A file without messages, or a server that does not answer. The message is one sentence or two. */
export class UnreadableFrames extends Error {
  override name = 'UnreadableFrames'
}

type Recording = {
  bytes: Buffer
  /** Index of the message that must come first on the same connection. */
  login: number | null
}
type FrameOptions = { host: string; port: number; print(line: string): void }
