import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { daysOf } from '#db/history/chain/check.ts'
import { parseContents, proofsOf } from '#db/history/chain/content.ts'
import { hashOf } from '#db/history/chain/link.ts'
import { csvOfLines } from '#db/history/evidence/csv.ts'
import {
  CHAIN,
  chainFileOf,
  EVIDENCE,
  isTold,
  KEY,
  MANIFEST,
  type Manifest,
  MOST_REPORTS,
  REPORTS,
  SIGNATURE,
  SUMMARY,
} from '#db/history/evidence/evidence.ts'
import { readDays, readMoment } from '#db/history/evidence/read.ts'
import { publicKeyOf, signed, signingKey } from '#db/history/evidence/signing.ts'
import { readInstallation } from '#db/ids/installation.ts'
import type { ApiContext } from '../../context.ts'
import { limitReads } from '../../crud/lists.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { makeZip } from '../../files/serving/zip_stream.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { makeFairLimiter } from '../../http/fair_limiter.ts'
import type { LayoutModule } from '../../pdf/workers.ts'
import { pdfWorkers } from '../../pdf/workers.ts'
import type { Printed } from './layout.ts'

/**
 * A signed export as a zip, which is written while it is read.
 *
 * @throws {AppError} `until` for more reports than an export may have; not_possible where no day is closed
 */
export async function bundle(context: ApiContext, about: About): Promise<Readable> {
  const { db } = context
  const { tracker, from, until, viewer } = about
  const asked = { organisation_id: tracker.organisation_id, tracker_id: tracker.id, from, until }
  const moment = await limitReads(viewer, () => readMoment(db, asked))
  if (moment.contents.size === 0) {
    const { rows } = await sql<{ last: string | null }>`select max(day)::text as last from event_archive
      where organisation_id = ${tracker.organisation_id}`.execute(db)
    const last = rows[0]!.last
    const which = last ? `the last one is ${last}` : 'there is none yet'
    throw new AppError(
      'not_possible',
      `None of these days is closed; ${which}. Days are closed some days after they end.`,
    )
  }
  const count = [...moment.contents.values()]
    .flatMap((contents) => proofsOf(parseContents([contents ?? '']), tracker.id))
    .reduce((sum, { reports }) => sum + reports, 0)
  if (count > MOST_REPORTS)
    throw wrong('until', `is too far: these days have ${count} reports, an export ${MOST_REPORTS}.`)
  const zip = makeZip()
  const days = readDays(context.history, moment, asked)
  limiter(String(viewer.user_id), () => write(zip, context, about, days, moment.links)).catch((error) =>
    zip.output.destroy(error),
  )
  // Where too many wait, the answer says so.
  await setImmediate()
  if (zip.output.errored) throw zip.output.errored
  return zip.output
}

async function write(
  { zip, output }: ReturnType<typeof makeZip>,
  { db, config }: ApiContext,
  { tracker, from, until, printed_by, viewer }: About,
  days: ReturnType<typeof readDays>,
  links: Awaited<ReturnType<typeof readMoment>>['links'],
): Promise<void> {
  const files: Manifest['files'] = {}
  const add = (name: string, content: string | Buffer) => {
    const bytes = Buffer.from(content)
    files[name] = hashOf(bytes)
    zip.addBuffer(bytes, name)
  }
  const organisation = { id: tracker.organisation_id, name: tracker.organisation_name }
  const installation = (await readInstallation(db)) ?? 0
  const key = signingKey(config.jwt_secret)
  const { key: pem, fingerprint } = publicKeyOf(key)
  const last = links.at(-1)
  const manifest: Manifest = {
    kind: EVIDENCE,
    version: 1,
    organisation,
    tracker: { id: tracker.id, name: tracker.name },
    from,
    until,
    exported_at: new Date().toISOString(),
    exported_by: printed_by,
    installation,
    head: last ? { number: last.number, hash: last.hash } : null,
    days: [],
    files,
  }
  const lines: string[] = []
  const csv: string[] = [csvOfLines([], true)]
  for (;;) {
    const next = await limitReads(viewer, () => days.next())
    if (next.done || output.destroyed) break
    const { parts, ...about } = next.value
    const { day } = about
    const named = parts.map(({ proof }, at) => ({ file: `reports/${day}${at > 0 ? `.${at + 1}` : ''}.jsonl`, proof }))
    for (const [at, { lines: text }] of parts.entries()) {
      add(named[at]!.file, text)
      const own = text.split('\n').slice(0, -1)
      csv.push(csvOfLines(own, false))
      if (lines.length < PRINTED) lines.push(...own.slice(0, PRINTED - lines.length))
    }
    manifest.days.push({ ...about, parts: named })
  }
  add(REPORTS, csv.join(''))
  add(CHAIN, JSON.stringify(chainFileOf(organisation, installation, links)))
  add(KEY, pem)
  const chain = daysOf(links)
  const said = manifest.days.flatMap(({ day }) => (chain.get(day)?.links ?? []).filter(isTold))
  const printed: Printed = { manifest: { ...manifest, files: {} }, lines, said, fingerprint }
  const of = { user_id: viewer.user_id, organisation_id: organisation.id }
  add(SUMMARY, await pdfWorkers.make(layout as LayoutModule<Printed>, printed, of))
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
  zip.addBuffer(bytes, MANIFEST)
  zip.addBuffer(signed(bytes, key), SIGNATURE)
  zip.end()
}

/** One at a time, fairly by person: each decodes and hashes what may be a million values. */
const limiter = makeFairLimiter({ concurrency: 1, per_user: 3, total: 30 })

const layout = new URL('./layout.ts', import.meta.url)
/** Reports in the PDF, at most; the other files have all. */
const PRINTED = 500

export type Tracker = { id: number; name: string; organisation_id: number; organisation_name: string }
type About = { tracker: Tracker; from: string; until: string; printed_by: string; viewer: Viewer }
