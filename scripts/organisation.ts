import { createReadStream, createWriteStream, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { decryptWith, encryptWith } from '#api/files/jobs/age.ts'
import { openStore } from '#db/contents/store.ts'
import { openHistory } from '#db/history/store.ts'
import { claimInstallation } from '#db/ids/installation.ts'
import { openKeyRing } from '#db/keys/open.ts'
import { migrate } from '#db/migrations/index.ts'
import { exportOrganisation, type Progress } from '#db/moving/export.ts'
import { MoveError } from '#db/moving/format.ts'
import {
  countUnderWay,
  holdOrganisation,
  listHolds,
  markMoved,
  readHold,
  releaseOrganisation,
} from '#db/moving/hold.ts'
import { importOrganisation } from '#db/moving/import.ts'
import { readReceipt } from '#db/moving/receipt.ts'
import { removeMoved } from '#db/moving/remove.ts'
import { openDatabase } from '#db/open.ts'
import { readConfig, readSecret } from './server/config.ts'

export const organisationHelp = `Usage: npm run db -- organisation COMMAND

  hold N                     puts the organisation with the id N on hold: its devices keep their reports, its people are
                             asked to wait, and nothing of it is sent
  export N --to FILE         writes it to an encrypted file, with its history, files and people
  import FILE [--trust]      reads it into this installation, all of it or nothing; the server may run. --trust says that
                             you run both installations: e-mail addresses that are proved there count as proved here,
                             people with an account in both get the membership, and lifted limits stay lifted.
                             Prints a receipt, which proves that the whole file is here
  receipt N                  prints the receipt of its import again
  moved N --to URL --receipt R
                             says where it is now: people are sent there, devices are refused. R is what the import has
                             printed there; without it nothing here is given up
  release N [--taken-back]   ends the hold: it is served here again. --taken-back says of one that has moved that the
                             other installation has removed its copy
  remove N [--imported]      deletes what is here of an organisation that has moved. --imported: of one that was
                             imported here and is on hold, when the move is taken back
  list                       shows those on hold, or moved

A move is hold, export, import there, moved with the import's receipt. The file is encrypted by a passphrase of at least 12 characters, of
RINGFENCE_PASSPHRASE or of the first line of --passphrase-file PATH; age -d opens it, too.`

/** Executes a command of `npm run db -- organisation`. */
export async function runOrganisation(args: string[], options: OrganisationOptions): Promise<void> {
  const [command, target] = args
  if (!command) return console.log(organisationHelp)
  const { database_url, data_dir, installation_number } = readConfig()
  if (command === 'export' && !options.to) throw new Error('export needs --to and the path of a file.')
  if (command === 'moved' && !options.to) throw new Error('moved needs --to and the address of the other installation.')
  const work = {
    hold: (db: Db) => hold(db, idOf(target)),
    export: (db: Db) => runExport(db, idOf(target), options),
    import: (db: Db) => runImport(db, target, options),
    receipt: async (db: Db) => console.log(await readReceipt(db, idOf(target))),
    moved: async (db: Db) => {
      await markMoved(db, idOf(target), { to: options.to!, receipt: options.receipt })
      console.log(`The organisation ${target} is at ${options.to} from now on. What is here of it stays until: remove.`)
    },
    release: (db: Db) => release(db, idOf(target), options),
    remove: async (db: Db) => {
      const events = await removeMoved(db, idOf(target), options.imported)
      console.log(`Deleted: the organisation ${target} with ${events} events. Its files go within a day.`)
    },
    list,
  }[command]
  if (!work) throw new Error(`There is no command "organisation ${command}". See npm run db -- organisation --help.`)
  const database = await openDatabase({ database_url, data_dir })
  try {
    await migrate(database.db)
    await claimInstallation(database.db, installation_number)
    await work(database.db)
  } finally {
    await database.close()
  }
}

async function hold(db: Db, id: number): Promise<void> {
  await holdOrganisation(db, id)
  // Requests of people that began before end in this time; an upload may take longer.
  await wait(2_000)
  for (let seconds = 0; (await countUnderWay(db, id)) > 0; seconds++) {
    if (seconds === 0) console.error('Waiting for messages that are being sent …')
    if (seconds > LONGEST_LEASE_S) throw new Error('Messages are still being sent: is a process stuck? Export later.')
    await wait(1_000)
  }
  console.log(`The organisation ${id} is on hold. Export it, or release it.`)
}

async function release(db: Db, id: number, { taken_back }: OrganisationOptions): Promise<void> {
  const { exported_at } = await releaseOrganisation(db, id, taken_back)
  console.log(`The organisation ${id} is served here again.`)
  if (exported_at === null || taken_back) return
  console.warn(
    `It was exported at ${exported_at}. If a file of it was imported, both installations serve it now: remove it there ` +
      '(organisation hold, organisation remove --imported).',
  )
}

async function runExport(db: Db, id: number, options: OrganisationOptions): Promise<void> {
  const file = options.to!
  const passphrase = readPassphrase(options)
  if (existsSync(file)) throw new Error(`${file} exists: give another name.`)
  if (!(await readHold(db, id))) {
    console.warn('The organisation is not on hold: what it stores from now on is not in the file.')
  }
  const part = `${file}.part`
  try {
    const [contents, history] = [await openContents(db), await openHistory(readConfig())]
    const tar = exportOrganisation(db, { contents, history, organisation_id: id, on_progress: show })
    const sealed = await encryptWith(passphrase, tar as typeof tar & AsyncIterable<Buffer>)
    await pipeline(Readable.from(sealed), createWriteStream(part, { flags: 'wx', mode: 0o600 }))
    const handle = await open(part, 'r')
    await handle.sync().finally(() => handle.close())
    renameSync(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
  console.log(`Written: ${file}. With the passphrase it opens everything of the organisation.`)
}

async function runImport(db: Db, file: string | undefined, options: OrganisationOptions): Promise<void> {
  if (!file) throw new Error('import needs the path of a file.')
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const plain = await decryptWith(readPassphrase(options), createReadStream(file))
  const { organisation, rows, accounts, contents, receipt } = await importOrganisation(db, Readable.from(plain), {
    contents: await openContents(db),
    history: await openHistory(readConfig()),
    trust: options.trust === true,
    on_progress: show,
  })
  console.log(
    `Imported: ${organisation.name} (${organisation.id}), ${rows} rows, ${contents} contents of files, ` +
      `${accounts} new accounts.\nReceipt, for "organisation moved" at the other installation: ${receipt}`,
  )
}

async function list(db: Db): Promise<void> {
  const holds = await listHolds(db)
  if (holds.length === 0) console.log('No organisation is on hold, or has moved.')
  for (const { organisation_id, name, moved_to, created_at } of holds) {
    console.log(`${organisation_id}  ${name}  ${moved_to ? `moved to ${moved_to}` : 'on hold'} since ${created_at}`)
  }
}

async function openContents(db: Db) {
  const config = readConfig()
  const { data_dir, s3_url, file_keys: keys } = config
  return openStore(await openKeyRing(db, { data_dir, keys, legacy_secret: readSecret(config, false) }), {
    data_dir,
    s3_url,
  })
}

function show(progress: Progress): void {
  if ('lost' in progress) console.warn(`${progress.lost} secrets could not be opened, and are left out.`)
  else if ('table' in progress) {
    if (progress.rows > 0) console.error(`${progress.table}: ${progress.rows} rows`)
  } else {
    const [kind, count] = 'days' in progress ? ['days', progress.days] : ['files', progress.contents]
    if (count === progress.of || count % 100 === 0) console.error(`${kind}: ${count} of ${progress.of}`)
  }
}

/** Never an argument: other users of the machine see those. */
function readPassphrase({ passphrase_file }: OrganisationOptions): string {
  const passphrase = passphrase_file
    ? readFileSync(passphrase_file, 'utf8').split('\n')[0]!.trim()
    : (process.env.RINGFENCE_PASSPHRASE ?? '')
  if (passphrase.length < 12) {
    throw new Error('Give a passphrase of at least 12 characters: RINGFENCE_PASSPHRASE, or --passphrase-file PATH.')
  }
  return passphrase
}

function idOf(text: string | undefined): number {
  if (!/^[1-9]\d{0,15}$/.test(text ?? '')) throw new MoveError('Give the id of an organisation, a number.')
  return Number(text)
}

const LONGEST_LEASE_S = 600

type Db = Parameters<typeof migrate>[0]
export type OrganisationOptions = {
  to?: string
  trust?: boolean
  receipt?: string
  taken_back?: boolean
  imported?: boolean
  passphrase_file?: string
}
