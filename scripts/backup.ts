import { createReadStream, createWriteStream, existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkBackup } from '#db/backup/check.ts'
import { recordBackup } from '#db/backup/record.ts'
import { checkToRestore, restoreBackup } from '#db/backup/restore.ts'
import { writeBackup } from '#db/backup/write.ts'
import { openStore } from '#db/contents/store.ts'
import { openHistory } from '#db/history/store.ts'
import { openKeyRing } from '#db/keys/open.ts'
import { KeyRing, ringPath, writeRing } from '#db/keys/ring.ts'
import { migrate } from '#db/migrations/index.ts'
import { openDatabase } from '#db/open.ts'
import { localUrl, operatorToken } from './operator.ts'
import { type Config, readConfig, readSecret } from './server/config.ts'

/** Writes a backup. Only a complete one gets the file's name. */
export async function runBackup(file: string, config = readConfig()): Promise<void> {
  if (existsSync(file)) throw new Error(`${file} exists: give another name.`)
  const part = `${file}.part`
  try {
    await (isRunning(config) ? backupByServer(config, part) : backupDirectly(config, part))
    const handle = await open(part, 'r')
    await handle.sync().finally(() => handle.close())
    renameSync(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
  console.log(`Written: ${file}. It holds every key and secret of the installation: keep it as safe as the server.`)
}

/** Compares every part of a backup with its digest. Neither the database nor DATA_DIR is opened. */
export async function runCheck(file: string): Promise<void> {
  const { digests, members, rows, contents, history } = await checkBackup(openFile(file)())
  const what = `${members} parts, ${rows} rows, ${contents} contents of files, ${history} files of closed days`
  if (digests) return console.log(`Whole: ${file} (${what}). Every part is what was written.`)
  console.log(`Complete: ${file} (${what}).`)
  console.warn(CANNOT_BE_CHECKED)
}

/** Restores a backup into an empty database, and the key ring and the secret into DATA_DIR. */
export async function runRestore(file: string, config = readConfig()): Promise<void> {
  const { data_dir, database_url, file_keys, s3_url } = config
  if (isRunning(config)) throw new Error(`DATA_DIR ${data_dir} is in use: stop the server first.`)
  if (existsSync(ringPath(data_dir))) {
    throw new Error(`There is a key ring in ${data_dir} already: restore into an empty DATA_DIR.`)
  }
  const opened = openFile(file)
  const checked = await checkToRestore(opened())
  const database = await openDatabase({ database_url, data_dir })
  try {
    // Contents are restored as they are at rest, so the ring of this store is not used.
    const unused = new KeyRing({ keys: { current: 'a', keys: {} }, legacy_secret: '' })
    const { backend } = await openStore(unused, { data_dir, s3_url })
    const history = await openHistory({ data_dir, s3_url })
    const restored = await restoreBackup(database.db, opened(), checked, { backend, history })
    const { keys, secret, rows, contents, created_at, is_checked } = restored
    if (!is_checked) console.warn(CANNOT_BE_CHECKED)
    if (!file_keys) writeRing(ringPath(data_dir), keys)
    if (!config.jwt_secret) writeFileSync(join(data_dir, 'secret'), secret, { mode: 0o600, flush: true })
    console.log(`Restored the backup of ${created_at}: ${rows} rows and ${contents} contents of files.`)
    if (file_keys) console.log(`FILE_KEYS must hold the keys of the backup: ${Object.keys(keys.keys).join(', ')}.`)
    if (config.jwt_secret && config.jwt_secret !== secret) {
      console.log('JWT_SECRET is not the one of the backup: people sign in again, and links in old mails do not work.')
    }
  } finally {
    await database.close()
  }
}

/** It is read twice, which a pipe cannot be. */
function openFile(file: string) {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no file ${file}.`)
  return () => createReadStream(file)
}

const CANNOT_BE_CHECKED =
  'This backup was written by a release that stored no digests: it is complete, but whether a part of it was changed ' +
  'since cannot be checked.'

/** Only one process can have the embedded database open; a server's is read directly. */
const isRunning = ({ database_url, data_dir }: Config) => !database_url && existsSync(join(data_dir, 'ringfence.lock'))

async function backupByServer(config: Config, part: string): Promise<void> {
  const url = process.env.RINGFENCE_URL || localUrl(config)
  const headers = { authorization: `Bearer ${operatorToken(readSecret(config, false))}` }
  const response = await fetch(`${url}/api/v1/backup`, { headers }).catch(() => null)
  if (!response) {
    throw new Error(
      `No Ringfence answers at ${url}, though DATA_DIR is in use: set HTTP_PORT or RINGFENCE_URL to its address. ` +
        `If it has crashed, start it and stop it once.`,
    )
  }
  if (!response.ok || !response.body) {
    const { message = response.statusText } = (await response.json().catch(() => ({}))) as { message?: string }
    throw new Error(`${url} refuses the backup: ${message}`)
  }
  // A server that fails in the middle cuts the connection, which is an error here.
  await pipeline(Readable.fromWeb(response.body as never), createWriteStream(part, { flags: 'wx', mode: 0o600 }))
}

async function backupDirectly(config: Config, part: string): Promise<void> {
  const { database_url, data_dir, file_keys: keys, s3_url } = config
  const secret = readSecret(config, false)
  const database = await openDatabase({ database_url, data_dir })
  try {
    await migrate(database.db)
    const ring = await openKeyRing(database.db, { data_dir, keys, legacy_secret: secret })
    const contents = await openStore(ring, { data_dir, s3_url })
    const history = await openHistory({ data_dir, s3_url })
    const began = new Date()
    const tar = writeBackup(database.db, { contents, history, secret })
    await pipeline(tar as typeof tar & Readable, createWriteStream(part, { flags: 'wx', mode: 0o600 }))
    await recordBackup(database.db, began)
  } finally {
    await database.close()
  }
}
