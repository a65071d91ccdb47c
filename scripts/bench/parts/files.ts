import { spawnSync } from 'node:child_process'
import { createHash, randomFillSync } from 'node:crypto'
import { closeSync, createWriteStream, existsSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { createClient } from '#api/client.ts'
import { freePort, spawnMortal } from '../../postgres.ts'
import { serverProcess } from '../../server_process.mjs'
import { stopProcess } from '../child_calls.ts'
import { cpuOf, forgetPeak, megabytes, memoryOf, type Row } from '../figures.ts'
import { ADMIN, type Stage } from '../stage.ts'

/** Bytes of the one file, and how many small files a zip holds. */
const SIZE = 2 * 2 ** 30
const QUICK_SIZE = 256 * 2 ** 20
const ENTRIES = 10_000
const QUICK_ENTRIES = 500
const KILLS = 20

/** A large file up and down, against `cat | sha256sum` on the same machine; large zips that other programs open. */
export async function files(stage: Stage): Promise<Row[]> {
  const dir = mkdtempSync(join(tmpdir(), 'ringfence-bench-files-'))
  const env = { DATA_DIR: dir, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
  const size = stage.quick ? QUICK_SIZE : SIZE
  const entries = stage.quick ? QUICK_ENTRIES : ENTRIES
  const path = join(dir, 'bench-file')
  const [http, mqtt] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${http}`
  stage.log(`writing ${megabytes(size)} of random bytes`)
  const sha256 = writeRandom(path, size)
  const production = serverProcess({})
  const args = [...production.args, join(import.meta.dirname, '../../server/start.ts')]
  const child = spawnMortal(process.execPath, args, {
    env: {
      ...process.env,
      ...production.env,
      ...env,
      HTTP_PORT: String(http),
      MQTT_PORT: String(mqtt),
      OSMAND_PORT: '0',
      TCP_PORTS: 'off',
    },
    stdio: ['ignore', 'ignore', 2],
  })
  try {
    const token = await signIn(url, env)
    const client = createClient({ base: url, token: () => token, retries: 0 })
    const { data: organisation } = await client.create('organisation', { name: `files ${Date.now()}` })
    const reference = seconds(() => spawnSync('sh', ['-c', `cat '${path}' | sha256sum`]))
    // What the start took is not the files'.
    forgetPeak(child.pid!)
    const memory_before = memoryOf(child.pid!).now
    const cpu = () => cpuOf(child.pid!)
    const cpu_before = cpu()
    stage.log('uploading')
    let began = performance.now()
    const uploaded = upload(url, token, path, { organisation_id: organisation.id, name: 'large.bin' })
    const up_s = (performance.now() - began) / 1000
    const cpu_up = cpu() - cpu_before
    if (uploaded.sha256 !== sha256) throw new Error('What was stored is not what was sent.')
    stage.log('downloading')
    began = performance.now()
    const down = await download(url, token, uploaded.id)
    const down_s = (performance.now() - began) / 1000
    const cpu_down = cpu() - cpu_before - cpu_up
    if (down !== sha256) throw new Error('What was downloaded is not what was uploaded.')
    const growth = memoryOf(child.pid!).most - memory_before
    const zips = await measureZips(stage, {
      url,
      token,
      dir,
      organisation_id: organisation.id,
      entries,
      large: uploaded.id,
      size,
    })
    const taken = { reference, up_s, down_s, cpu_up, cpu_down, growth }
    return [...rowsOf(size, taken), ...zips, ...(stage.quick ? [] : [measureKills(stage)])]
  } finally {
    await stopProcess(child)
    rmSync(dir, { recursive: true, force: true })
  }
}

function rowsOf(size: number, { reference, up_s, down_s, cpu_up, cpu_down, growth }: Measured): Row[] {
  const ratio = (what: string, took: number): Row => ({
    what: `${what} of ${megabytes(size)} ÷ cat | sha256sum`,
    measured: `${(reference / took).toFixed(2)} (${megabytes(size / took)}/s)`,
    value: reference / took,
    unit: '',
    goal: '≥ 0.5',
    reached: reference / took >= 0.5,
  })
  const processor = (what: string, took_s: number): Row => ({
    what: `  processor time of the server, ${what}`,
    measured: `${((took_s * 2 ** 30) / size).toFixed(1)} s/GiB`,
    value: (took_s * 2 ** 30) / size,
    unit: 's/GiB',
  })
  return [
    ratio('upload', up_s),
    ratio('download', down_s),
    processor('upload', cpu_up),
    processor('download', cpu_down),
    {
      what: 'resident memory that both add, at most',
      measured: megabytes(growth),
      value: growth,
      unit: 'bytes',
      goal: '≤ 150 MB',
      reached: growth <= 150e6,
    },
  ]
}

/** A zip of many files, and where there is time one past 4 GiB, checked by Python's zipfile. */
async function measureZips(
  stage: Stage,
  { url, token, dir, organisation_id, entries, large, size }: Zips,
): Promise<Row[]> {
  const client = createClient({ base: url, token: () => token, retries: 0 })
  stage.log(`unpacking a zip of ${entries} small files`)
  await writeZip(join(dir, 'many.zip'), entries)
  const archive = upload(url, token, join(dir, 'many.zip'), { organisation_id, name: 'many.zip' })
  const began = performance.now()
  const { data: queued } = await client.call('POST', 'file/unzip', { id: archive.id })
  const folder_id = await finished(client, queued.id)
  const took = (performance.now() - began) / 1000
  const what = `unpacking a zip of ${entries} files`
  const rows: Row[] = [{ what, measured: `${took.toFixed(1)} s`, value: took, unit: 's' }]
  // Several copies of the large file are past 4 GiB together; they are stored once.
  const ids: number[] = []
  if (!stage.quick) {
    const { data: copies } = await client.create('file', { name: 'large', organisation_id })
    for (let i = 0; i * size < 4.2 * 2 ** 30; i++) {
      const place = { organisation_id, parent_file_id: copies.id, name: `large-${i}` }
      ids.push(upload(url, token, join(dir, 'bench-file'), place).id)
    }
    ids.push(large)
  }
  for (const [what, of] of [
    [`a zip of ${entries} files`, [folder_id]],
    ...(ids.length > 0 ? ([['a zip past 4 GiB', ids]] as const) : []),
  ] as [string, number[]][]) {
    stage.log(`downloading ${what}`)
    const path = join(dir, 'bench.zip')
    const [first, ...others] = of
    const { data } = await client.call('POST', `file/${first}/view`, { download: true, ids: others })
    const began = performance.now()
    await new Promise<void>((resolve, reject) => {
      request(url + data.url, (response) => pipeline(response, createWriteStream(path)).then(resolve, reject))
        .on('error', reject)
        .end()
    })
    const took = (performance.now() - began) / 1000
    rows.push({ what, measured: `${took.toFixed(1)} s`, value: took, unit: 's', goal: 'opens', reached: opens(path) })
    rmSync(path)
  }
  return rows
}

/** The server is killed at random moments of uploads and jobs; the test compares rows and contents afterwards. */
function measureKills(stage: Stage): Row {
  stage.log(`killing the server ${KILLS} times`)
  const script = join(import.meta.dirname, '../../test.ts')
  const { status } = spawnSync(process.execPath, [script, 'tests/files/kill.test.ts'], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...process.env, KILL_ROUNDS: String(KILLS) },
    stdio: ['ignore', 2, 2],
  })
  const reached = status === 0
  const measured = reached ? 'rows and contents match' : 'they differ, see above'
  return { what: `kill -9, ${KILLS} times`, measured, value: reached ? 1 : 0, unit: '', goal: 'match', reached }
}

/** Whether Python's zipfile and, where it is installed, Info-ZIP find no fault. */
function opens(path: string): boolean {
  const script = 'import sys, zipfile; sys.exit(zipfile.ZipFile(sys.argv[1]).testzip() is not None)'
  const python = spawnSync('python3', ['-c', script, path])
  const unzip = existsSync('/usr/bin/unzip') ? spawnSync('/usr/bin/unzip', ['-tq', path]) : { status: 0 }
  return (python.error !== undefined || python.status === 0) && unzip.status === 0
}

async function signIn(url: string, env: Record<string, string>): Promise<string> {
  const credentials = { username: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }
  const client = createClient({ base: url, retries: 0 })
  for (let i = 0; ; i++) {
    const answer = await client.call('POST', 'user/signin', credentials).catch((error) => {
      if (i > 300) throw error
      return null
    })
    if (answer) return answer.data.token
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

function upload(url: string, token: string, path: string, { organisation_id, parent_file_id, name }: Place): Stored {
  const field = (key: string, value: number) =>
    `--bench\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`
  const parent = parent_file_id === undefined ? '' : field('parent_file_id', parent_file_id)
  const head = `${field('organisation_id', organisation_id)}${parent}--bench\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  const tail = '\r\n--bench--\r\n'
  // curl's own process: the load must not take this process's time.
  const script = `{ printf '%s' "$HEAD"; cat '${path}'; printf '%s' "$TAIL"; } | curl -sS -X PUT -T - -H 'Expect:' \\
    -H "authorization: Bearer $TOKEN" -H 'content-type: multipart/form-data; boundary=bench' ${url}/api/v1/file`
  const { stdout, stderr } = spawnSync('sh', ['-c', script], {
    env: { ...process.env, HEAD: head, TAIL: tail, TOKEN: token },
    encoding: 'utf8',
  })
  const { data, message } = JSON.parse(stdout || '{}')
  if (!data || data.size !== statSync(path).size) throw new Error(`The upload failed: ${message ?? stderr}`)
  return data
}

async function download(url: string, token: string, id: number): Promise<string> {
  const client = createClient({ base: url, token: () => token, retries: 0 })
  const { data } = await client.call('POST', `file/${id}/view`, { download: true })
  const { stdout } = spawnSync('sh', ['-c', `curl -sS '${url}${data.url}' | sha256sum`], { encoding: 'utf8' })
  return stdout.slice(0, 64)
}

function writeRandom(path: string, size: number): string {
  const hash = createHash('sha256')
  const file = openSync(path, 'w')
  const block = Buffer.alloc(16 * 2 ** 20)
  for (let written = 0; written < size; written += block.length) {
    randomFillSync(block)
    hash.update(block)
    writeSync(file, block)
  }
  closeSync(file)
  return hash.digest('hex')
}

/** A zip of many small files. */
async function writeZip(path: string, entries: number): Promise<void> {
  const zip = new ZipFile()
  for (let i = 0; i < entries; i++) zip.addBuffer(Buffer.from(`small file ${i}`), `small-${i}.txt`)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}

/** Waits for a job. @returns the id of the file or folder that it made */
async function finished(client: ReturnType<typeof createClient>, id: number): Promise<number> {
  for (;;) {
    const { data: job } = await client.read('job', id)
    if (job.state === 'done') return job.result_file_id!
    if (job.state === 'failed') throw new Error(`The job failed: ${job.error_message}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

function seconds(work: () => unknown): number {
  const began = performance.now()
  work()
  return (performance.now() - began) / 1000
}

type Measured = Record<'reference' | 'up_s' | 'down_s' | 'cpu_up' | 'cpu_down' | 'growth', number>
type Zips = {
  url: string
  token: string
  dir: string
  organisation_id: number
  entries: number
  large: number
  size: number
}

type Place = { organisation_id: number; parent_file_id?: number; name: string }
type Stored = { id: number; sha256: string }
