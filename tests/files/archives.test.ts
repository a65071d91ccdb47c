import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'
import { jobsOf } from './jobs.ts'
import { hostileZips, makeZip } from './zips.ts'

let network: Network
let ours: Organisation
let jobs: ReturnType<typeof jobsOf>
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  jobs = jobsOf(network, ours.user)
})

describe('an archive of a stranger', () => {
  const counted = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from file union all
      select count(*)::int from file_content union all select count(*)::int from file_reservation`.execute(network.db)
    const files = readdirSync(join(network.data_dir, 'files'), { recursive: true, withFileTypes: true })
    return [...rows.map(({ n }) => n), files.filter((entry) => entry.isFile()).length]
  }

  it.each(hostileZips)('is refused: $what', async ({ bytes, reason }) => {
    const { id } = await jobs.put(bytes(), 'hostile.zip')
    const counts = await counted()
    const job = await jobs.run('unzip', { id })
    expect(job).toMatchObject({ state: 'failed', error_code: 'not_possible', result_file_id: null })
    expect(job.error_message).toMatch(reason)
    expect(await counted()).toEqual(counts)
  })

  it.each([{ is_zip64: true }, { is_zip64: true, short_count: 2 }, { comment: Buffer.from('PK, made by hand') }])(
    'reads an end of its directory as other programs write it: %j',
    async (options) => {
      const zip = makeZip([{ name: 'a' }, { name: 'b' }], options)
      expect((await jobs.run('unzip', { id: (await jobs.put(zip, 'whole.zip')).id })).state).toBe('done')
    },
  )

  it('keeps what has the same name twice, in another case, or a reserved one, under numbered names', async () => {
    const zip = makeZip([
      { name: 'a.txt', data: '1' },
      { name: 'a.txt', data: '2' },
      { name: 'A.TXT', data: '3' },
      { name: 'CON', data: '4' },
      { name: 'xx:y', data: '5' },
      { name: 'back\\slash.txt', data: '6' },
      // A stream of NTFS, marks that turn the reading direction, a device in a folder, a file and a folder of one name.
      { name: 'report.pdf:evil.exe', data: '7' },
      { name: 'photo\u202egpj.exe', data: '8' },
      { name: 'LPT1.d/nul.txt', data: '9' },
      { name: 'same', data: '10' },
      { name: 'same/inner. ', data: '11' },
      { name: `${'ā'.repeat(400)}.txt`, data: '12' },
    ])
    const { result_file_id } = await jobs.run('unzip', { id: (await jobs.put(zip, 'doubles.zip')).id })
    const tree = await jobs.treeOf(result_file_id!)
    expect(Object.keys(tree).sort()).toEqual(
      [
        'A (3).TXT',
        '_CON',
        'a (2).txt',
        'a.txt',
        'back/',
        'back/slash.txt',
        'xx_y',
        'report.pdf_evil.exe',
        'photo_gpj.exe',
        '_LPT1.d/',
        '_LPT1.d/_nul.txt',
        'same',
        'same (2)/',
        'same (2)/inner',
        'ā'.repeat(127),
      ].sort(),
    )
  })

  it('writes a zip in it as a file', async () => {
    const inner = makeZip([{ name: 'inner.txt', data: 'x' }])
    const zip = makeZip([{ name: 'inner.zip', data: inner }])
    const { result_file_id } = await jobs.run('unzip', { id: (await jobs.put(zip, 'outer.zip')).id })
    expect(await jobs.treeOf(result_file_id!)).toEqual({ 'inner.zip': inner.toString('base64') })
  })

  it('is refused where it exceeds the quota', async () => {
    const { id } = await jobs.put(makeZip([{ name: 'zeros', data: Buffer.alloc(3_000_000), method: 8 }]), 'zeros.zip')
    const { data } = await ours.user.client.call('GET', 'files/usage')
    await sql`insert into organisation_config (organisation_id, person_bytes_max)
      values (${ours.id}, ${data.person_bytes + 1_000_000})`.execute(network.db)
    const counts = await counted()
    const job = await jobs.run('unzip', { id })
    expect(job).toMatchObject({ state: 'failed', error_message: expect.stringContaining('quota') })
    expect(await counted()).toEqual(counts)
    await sql`delete from organisation_config where organisation_id = ${ours.id}`.execute(network.db)
  })
})
