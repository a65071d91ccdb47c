import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { sql } from 'kysely'
import { type ChainProblem, checkChain, compareChains, daysOf } from '#db/history/chain/check.ts'
import { bodyOf, type Link } from '#db/history/chain/link.ts'
import {
  type DayProblem,
  filesByDatabase,
  filesInFolder,
  openFolder,
  readChain,
  type StoredFile,
  verifyFiles,
} from '#db/history/chain/verify.ts'
import { isNotice, sayLink, sayProblem } from '#db/history/chain/words.ts'
import { CHAIN_KIND, type ChainFile, chainFileOf } from '#db/history/evidence/evidence.ts'
import { type HistoryStore, openHistory } from '#db/history/store.ts'
import { readInstallation } from '#db/ids/installation.ts'
import type { migrate } from '#db/migrations/index.ts'
import { atOneMoment } from '#db/tar/moment.ts'
import { readConfig } from '../server/config.ts'

type Db = Parameters<typeof migrate>[0]

/** Executes `history verify` on the database: all organisations, or one. */
export async function verifyDatabase(db: Db, options: VerifyOptions): Promise<void> {
  const { data_dir, s3_url } = readConfig()
  const store = await openHistory({ data_dir, s3_url })
  const kept = options.against ? readChainFile(options.against) : null
  const only = options.organisation ?? kept?.organisation.id ?? null
  const { rows: organisations } = await sql<{ id: number; name: string }>`select id, name from organisation
    where ${
      only === null
        ? sql`exists (select from history_link l where l.organisation_id = organisation.id)
      or exists (select from event_archive a where a.organisation_id = organisation.id)`
        : sql`id = ${only}`
    }
    order by id`.execute(db)
  if (organisations.length === 0) throw new Error('There is no such organisation, or it has no closed days.')
  let problems = 0
  for (const { id, name } of organisations) {
    const [links, found] = await atOneMoment(db, async (trx) => [
      await readChain(trx, id),
      await filesByDatabase(trx, id),
    ])
    const at = { organisation: { id, name }, links, found, is_complete: true, kept: kept?.links ?? null }
    const verified = await verifyOne(store, at, options)
    problems += verified.problems
    if (options.from || options.to) continue
    await sql`insert into history_check (organisation_id, checked_at, links, days, problems)
      values (${id}, now(), ${links.length}, ${verified.days}, ${verified.problems})
      on conflict (organisation_id) do update set checked_at = excluded.checked_at, links = excluded.links,
        days = excluded.days, problems = excluded.problems`.execute(db)
  }
  conclude(problems)
}

/** Executes `history verify --chain FILE --files FOLDER`, without a database. */
export async function verifyFolder(options: VerifyOptions & { chain: string }): Promise<void> {
  const { organisation, links } = readChainFile(options.chain)
  const folder = options.files === undefined ? null : resolve(options.files)
  if (folder && !existsSync(folder)) throw new Error(`There is no folder ${folder}.`)
  const kept = options.against ? readChainFile(options.against).links : null
  const found = folder ? filesInFolder(folder, organisation.id) : null
  const at = { organisation, links, found, is_complete: false, kept }
  const { problems } = await verifyOne(folder ? openFolder(folder) : null, at, options)
  conclude(problems)
}

async function verifyOne(store: HistoryStore | null, chain: Chain, { from, to }: VerifyOptions) {
  const { organisation, links, found, kept } = chain
  const isWithin = (day: string) => (!from || day >= from) && (!to || day <= to)
  const days = daysOf(links)
  const within = new Map([...days].filter(([day]) => isWithin(day)))
  const problems: (ChainProblem | DayProblem)[] = checkChain(organisation.id, links)
  if (kept) problems.push(...compareChains(kept, links))
  if (store && found) {
    const files = new Map([...found].filter(([day]) => isWithin(day)))
    problems.push(
      ...(await verifyFiles(store, { days: within, found: files, is_complete: chain.is_complete, on_day: showDay })),
    )
  }
  const head = links.at(-1)
  console.log(`Organisation ${organisation.id}, ${organisation.name}: ${links.length} links, ${days.size} days.`)
  if (head) console.log(`  The last link is ${head.number}, with the hash ${head.hash}.`)
  // The chain says so itself: nothing is wrong with it.
  const said = [...within.values()].flatMap(({ links }) => links).filter(({ kind }) => !QUIET.includes(kind))
  const others = links.flatMap((link) => (isReadable(link) && bodyOf(link).day === null ? [bodyOf(link)] : []))
  for (const body of [...said, ...others].sort((a, b) => a.number - b.number)) console.log(`  said: ${sayLink(body)}`)
  for (const one of problems) console.log(`  ${isNotice(one) ? 'note' : 'WRONG'}: ${sayProblem(one)}`)
  const wrong = problems.filter((one) => !isNotice(one)).length
  const compared = found ? `${within.size} days compared with their files` : 'files were not compared'
  console.log(
    `  ${wrong === 0 ? 'It holds' : `${wrong} ${wrong === 1 ? 'thing does' : 'things do'} not hold`}: ${compared}.`,
  )
  return { problems: wrong, days: within.size }
}

/** Writes the chain of an organisation to a file, so that others can keep it and verify. */
export async function exportChain(db: Db, organisation_id: number | null, file: string | undefined): Promise<void> {
  if (organisation_id === null || !file) throw new Error('history chain needs --organisation N and the path of a file.')
  const { rows } = await sql<{ id: number; name: string }>`select id, name from organisation
    where id = ${organisation_id}`.execute(db)
  if (!rows[0]) throw new Error(`There is no organisation ${organisation_id}.`)
  const exported = chainFileOf(rows[0], (await readInstallation(db)) ?? 0, await readChain(db, organisation_id))
  writeFileSync(file, `${JSON.stringify(exported, null, 2)}\n`, { flag: 'wx' })
  console.log(`${basename(file)}: ${exported.links.length} links. Keep it where who runs the server cannot change it.`)
}

/** @throws {Error} with a sentence */
export function readChainFile(path: string): ChainFile {
  let file: ChainFile
  try {
    file = JSON.parse(readFileSync(path, 'utf8')) as ChainFile
  } catch (error) {
    throw new Error(`${path} cannot be read as an exported chain: ${(error as Error).message}`)
  }
  const isLink = (link: Link) =>
    Number.isSafeInteger(link?.number) && typeof link.body === 'string' && typeof link.hash === 'string'
  if (file?.kind !== CHAIN_KIND || !Number.isSafeInteger(file.organisation?.id) || !file.links?.every?.(isLink)) {
    throw new Error(`${path} is no exported chain: npm run db -- history chain writes one.`)
  }
  return file
}

function conclude(problems: number): void {
  if (problems > 0) process.exitCode = 1
}

function isReadable(link: Link): boolean {
  try {
    return Boolean(bodyOf(link))
  } catch {
    return false
  }
}

let shown_at = Date.now()
function showDay(day: string): void {
  if (Date.now() - shown_at < 5000) return
  shown_at = Date.now()
  console.error(`${day} …`)
}

/** What most links are. */
const QUIET: string[] = ['closed', 'adopted']

type Chain = {
  organisation: { id: number; name: string }
  links: Link[]
  found: Map<string, StoredFile[]> | null
  is_complete: boolean
  kept: Link[] | null
}
export type VerifyOptions = {
  organisation: number | null
  /** Days, inclusive. */
  from?: string | undefined
  to?: string | undefined
  /** An exported chain that was kept. */
  against?: string | undefined
  chain?: string | undefined
  files?: string | undefined
}
