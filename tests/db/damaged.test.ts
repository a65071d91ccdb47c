import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mountSmallDisk, type SmallDisk } from '../gateway/faults/small_disk.ts'
import { makeProcess, type ServerProcess } from '../process.ts'
import { copyFolder } from '../templates.ts'

const isEmbedded = process.env.DATABASE === 'embedded'
/** A first start takes minutes on a busy machine. */
const MAKES_A_DATABASE = 300_000

/** Starts a server that must fail. @returns its output and exit code */
async function startInVain(server: ServerProcess): Promise<{ said: string; code: number | null }> {
  const error = await server.start().then(
    () => new Error('it started'),
    (error) => error as Error,
  )
  return { said: error.message, code: await server.end('SIGKILL') }
}

/** One sentence for people, at the end; nothing of the program's inside. */
function expectSentence({ said, code }: { said: string; code: number | null }, sentence: RegExp): void {
  expect(said).toMatch(sentence)
  expect(said).not.toMatch(/\n\s+at |node_modules|\.ts:\d/)
  expect(code).toBe(1)
}

describe('the secret in DATA_DIR', () => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await makeProcess({ DATABASE_URL: 'postgres://127.0.0.1:1/none' })
  })
  afterAll(() => server.remove())

  it.each([
    ['empty', '', /secret is empty. Put back the file of a backup, or delete it/],
    ['short', 'abc\n', /secret is too short: it needs 32 characters/],
  ])('stops the start with a sentence where it is %s', async (_, content, sentence) => {
    writeFileSync(join(server.data_dir, 'secret'), content)
    expectSentence(await startInVain(server), sentence)
    expect(readFileSync(join(server.data_dir, 'secret'), 'utf8')).toBe(content)
  })

  it('stops the start with a sentence where it cannot be read', async () => {
    rmSync(join(server.data_dir, 'secret'))
    mkdirSync(join(server.data_dir, 'secret'))
    expectSentence(
      await startInVain(server),
      /secret cannot be read \(EISDIR\): let this user read it, or set JWT_SECRET/,
    )
    rmSync(join(server.data_dir, 'secret'), { recursive: true })
  })

  it('is created if missing', async () => {
    expectSentence(await startInVain(server), /DATABASE_URL: no answer from PostgreSQL/)
    expect(readFileSync(join(server.data_dir, 'secret'), 'utf8')).toHaveLength(64)
    expect(existsSync(join(server.data_dir, 'secret.new'))).toBe(false)
  })
})

describe.runIf(isEmbedded)('the folder of the embedded database', () => {
  const whole = mkdtempSync(join(tmpdir(), 'ringfence-whole-'))
  let server: ServerProcess
  let folder: string
  beforeAll(async () => {
    copyFolder(whole)
    server = await makeProcess()
    folder = join(server.data_dir, 'database')
  })
  afterAll(async () => {
    await server.end('SIGKILL')
    server.remove()
    rmSync(whole, { recursive: true })
  })

  const restore = (to = folder) => {
    rmSync(to, { recursive: true, force: true })
    cpSync(join(whole, 'database'), to, { recursive: true })
  }

  const damages: [string, () => void, RegExp][] = [
    ['PG_VERSION is missing', () => rmSync(join(folder, 'PG_VERSION')), /is damaged \(PG_VERSION is missing\)/],
    [
      'pg_control is empty',
      () => truncateSync(join(folder, 'global/pg_control')),
      /is damaged \(PostgreSQL cannot read it/,
    ],
    ['the catalogue is garbage', () => spoil('base'), /is damaged \(PostgreSQL cannot read it/],
    ['it is a file', () => replace('', 'no database'), /database is no folder/],
    [
      'a folder is missing',
      () => rmSync(join(folder, 'global'), { recursive: true }),
      /is damaged \(global is missing\)/,
    ],
  ]
  const replace = (name: string, content: string) => {
    rmSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  const spoil = (name: string) => {
    const path = join(folder, name)
    rmSync(path, { recursive: true })
    mkdirSync(join(path, '5'), { recursive: true })
    writeFileSync(join(path, '5/1259'), Buffer.alloc(24_576, 'x'))
  }

  it.each(damages)('stops the start with a sentence where %s', async (_, damage, sentence) => {
    restore()
    damage()
    expectSentence(await startInVain(server), sentence)
  })

  it('is not overwritten if it contains something else', async () => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    writeFileSync(join(folder, 'photo.jpg'), 'sea')
    expectSentence(await startInVain(server), /put a backup of the folder in its place. Without a backup move it away/)
    expect(readFileSync(join(folder, 'photo.jpg'), 'utf8')).toBe('sea')
  })

  it(
    'is made again where the first start was killed before it was whole',
    async () => {
      restore()
      rmSync(join(folder, 'global'), { recursive: true })
      writeFileSync(join(server.data_dir, 'database.unfinished'), '')
      await server.start()
      expect(existsSync(join(server.data_dir, 'database.unfinished'))).toBe(false)
      expect(await server.end('SIGTERM')).toBe(0)
    },
    MAKES_A_DATABASE,
  )
})

const disk: SmallDisk | null = isEmbedded ? mountSmallDisk(256) : null
afterAll(() => disk?.remove())

describe.runIf(disk)('a disk that cannot be written', () => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await makeProcess({ DATA_DIR: join(disk!.path, 'data') })
  })
  afterAll(async () => {
    await server.end('SIGKILL')
    server.remove()
  })

  it(
    'stops the first start with a sentence where it is full, and the next one works',
    async () => {
      disk!.fill()
      expectSentence(await startInVain(server), /disk is full: make room|cannot be used \(ENOSPC\)/)
      disk!.free()
      await server.start()
      expect(await server.end('SIGTERM')).toBe(0)
    },
    MAKES_A_DATABASE,
  )

  it('stops a later start with a sentence if it is full', async () => {
    disk!.fill()
    expectSentence(await startInVain(server), /disk is full: make room|cannot be used \(ENOSPC\)/)
    disk!.free()
  })

  it(
    'stops the start with a sentence where it may only be read',
    async () => {
      execFileSync('mount', ['-o', 'remount,ro', disk!.path])
      expectSentence(await startInVain(server), /cannot be used \(EROFS\): choose a folder that can be written/)
      execFileSync('mount', ['-o', 'remount,rw', disk!.path])
      await server.start()
      expect(await server.end('SIGTERM')).toBe(0)
    },
    MAKES_A_DATABASE,
  )
})
