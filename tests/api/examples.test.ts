import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { makeKey, makeOrganisation } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

const run = promisify(execFile)
let network: Network

beforeAll(async () => {
  network = await sharedNetwork()
})

it.each([
  ['sh', ['docs/examples/fleet.sh', '174.7633', '-36.8485']],
  ['python3', ['docs/examples/fleet.py']],
  [process.execPath, ['docs/examples/fleet.ts']],
])('%s %j reads all trackers and makes one boundary, however often', async (command, parameters) => {
  const { id: organisation_id, administrator } = await makeOrganisation(network, `examples-${parameters[0]}`)
  const key = await makeKey(administrator, { organisation_id, scopes: ['read', 'write'] })
  const numbers = [1, 2, 3].map((i) => `${parameters[0]!.split('.').at(-1)}-example-${i}`)
  for (const number of numbers) await network.admin.create('tracker', { number, organisation_id })
  await sql`update tracker_state set position = st_setsrid(st_makepoint(174.7633, -36.8485), 4326)
    where tracker_id = (select id from tracker where number = ${numbers[1]!})`.execute(network.db)
  const env = { ...process.env, RINGFENCE_URL: network.url, RINGFENCE_KEY: key }
  for (let time = 0; time < 2; time++) {
    const { stdout } = await run(command, parameters, { env })
    for (const word of [...numbers, '174.7633']) expect(stdout).toContain(word)
  }
  const { data } = await administrator.client.list('boundary', { organisation_id })
  expect(data.map(({ name }) => name)).toEqual(['Depot'])
})

it('a refusal is said in the words of the server', async () => {
  const env = { ...process.env, RINGFENCE_URL: network.url, RINGFENCE_KEY: 'rf_none' }
  const failure = await run('python3', ['docs/examples/fleet.py'], { env }).catch((error) => error)
  expect(failure.stderr).toMatch(/^401: \w+/)
})
