import { buffer } from 'node:stream/consumers'
import { open } from 'yauzl'
import { isNotice, sayLink, sayProblem } from '#db/history/chain/words.ts'
import { sayDay } from '#db/history/evidence/evidence.ts'
import { type EvidenceProblem, sayEvidence, verifyEvidence } from '#db/history/evidence/verify.ts'
import { readChainFile } from './verify.ts'

/** Executes `history verify --export FILE`, without a database. */
export async function verifyExport(path: string, { against, key }: { against?: string; key?: string }): Promise<void> {
  if (key !== undefined && !/^[0-9a-f]{64}$/.test(key)) {
    throw new Error('--key needs the fingerprint of a key: 64 hexadecimal digits, as GET /api/v1/history/key shows it.')
  }
  const files = await readZip(path)
  const { manifest, fingerprint, problems, said, reports } = verifyEvidence(files, {
    against: against === undefined ? undefined : readChainFile(against).links,
    key,
  })
  const { organisation, tracker, from, until, exported_at, exported_by, head } = manifest
  console.log(`Tracker ${tracker.id}, ${tracker.name}, of organisation ${organisation.id}, ${organisation.name}:`)
  console.log(`  ${from} to ${until}, ${reports} reports, exported ${exported_at} by ${exported_by}.`)
  if (head) console.log(`  The last link is ${head.number}, with the hash ${head.hash}.`)
  if (fingerprint)
    console.log(
      `  Signed with the key ${fingerprint}${key ? '' : ': compare it with what the installation has published'}.`,
    )
  for (const body of said) console.log(`  said: ${sayLink(body)}`)
  for (const one of manifest.days) {
    if (one.state !== 'reports' || one.waiting > 0) console.log(`  said: ${one.day}: ${sayDay(one)}`)
  }
  const wrong = problems.filter((one) => !isNoted(one))
  for (const one of problems) console.log(`  ${isNoted(one) ? 'note' : 'WRONG'}: ${say(one)}`)
  const many = wrong.length === 1 ? 'thing does' : 'things do'
  console.log(`  ${wrong.length === 0 ? 'It holds.' : `${wrong.length} ${many} not hold.`}`)
  if (wrong.length > 0) process.exitCode = 1
}

const isOfChain = (one: EvidenceProblem) =>
  'link' in one || one.problem === 'link_removed' || one.problem === 'links_cut'
const isNoted = (one: EvidenceProblem) => isOfChain(one) && isNotice(one as Parameters<typeof isNotice>[0])
const say = (one: EvidenceProblem) =>
  isOfChain(one)
    ? sayProblem(one as Parameters<typeof sayProblem>[0])
    : sayEvidence(one as Parameters<typeof sayEvidence>[0])

/** The files of a zip by their names. */
function readZip(path: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  return new Promise((resolve, reject) => {
    const failed = (error: Error | null) => reject(new Error(`${path} cannot be read: ${error?.message ?? 'no zip'}`))
    open(path, { lazyEntries: true }, (error, zip) => {
      if (error || !zip) return failed(error)
      let bytes = 0
      zip.on('error', failed)
      zip.on('end', () => resolve(files))
      zip.on('entry', (entry) => {
        bytes += entry.uncompressedSize
        if (bytes > MOST_BYTES || files.size > MOST_FILES) return failed(new Error('it is larger than any export'))
        zip.openReadStream(entry, async (error, stream) => {
          if (error || !stream) return failed(error)
          try {
            files.set(entry.fileName, await buffer(stream))
            zip.readEntry()
          } catch (error) {
            failed(error as Error)
          }
        })
      })
      zip.readEntry()
    })
  })
}

const MOST_BYTES = 1e9
const MOST_FILES = 2000
