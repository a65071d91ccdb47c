import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { Row } from '#api/client.ts'
import { importTraccar, type TraccarImport } from '../../../scripts/import/traccar/run.ts'
import type { Network } from '../../network.ts'
import { makeKey, makeOrganisation, type Organisation } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'
import { type Fake, type FakeData, startFake, TOKEN } from './fake.ts'

export let network: Network
let folder: string
/** How many have begun: for what must not be there twice. */
export let made = 0
const fakes: Fake[] = []

beforeAll(async () => {
  network = await sharedNetwork()
  folder = mkdtempSync(join(tmpdir(), 'ringfence-traccar-'))
})
afterAll(async () => {
  for (const fake of fakes) await fake.stop()
  rmSync(folder, { recursive: true, force: true })
})

export const MINUTE = 60_000
export const DAY = 24 * 60 * MINUTE
export const START = Math.floor((Date.now() - 4 * DAY) / DAY) * DAY

const lists = (more: FakeData['lists'] = {}): FakeData['lists'] => ({
  devices: [],
  groups: [],
  geofences: [],
  drivers: [],
  maintenance: [],
  users: [],
  ...more,
})

/** A Traccar, an organisation here, and what imports one into the other. */
export async function begin(data: Partial<FakeData>, scopes = ['read', 'write', 'devices', 'admin']) {
  const fake = await startFake({ positions: new Map(), ...data, lists: lists(data.lists) })
  fakes.push(fake)
  const ours = await makeOrganisation(network, `moving${++made}`)
  const key = await makeKey(ours.administrator, { organisation_id: ours.id, scopes: scopes as never })
  const state = join(folder, `${made}.json`)
  const run = async (more: Partial<TraccarImport> = {}) => {
    const lines: string[] = []
    const print = (line: string) => lines.push(line)
    const error = await importTraccar({ ...requestOf(fake, key, state), print, ...more }).catch((thrown) => thrown)
    return { error: error?.message as string | undefined, text: lines.join('\n') }
  }
  return { fake, ours, key, state, run, client: ours.administrator.client }
}

const requestOf = (fake: Fake, key: string, state: string): TraccarImport => ({
  url: fake.url,
  token: TOKEN,
  to: network.url,
  key,
  state,
  dry_run: false,
  only: null,
  from: START - 40 * DAY,
  until: Date.now() - 15 * MINUTE,
  again: false,
  all: false,
  skip_positions: false,
  invite_users: false,
  signal: new AbortController().signal,
  print: () => {},
  retry_base_ms: 5,
})

export const device = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  uniqueId: `86000000${made}${id}`,
  status: 'online',
  disabled: false,
  groupId: 0,
  attributes: {},
  ...more,
})

export async function eventsOf({ administrator }: Organisation, tracker_id: number): Promise<Row<'trackerevent'>[]> {
  const { data } = await administrator.client.list('trackerevent', { tracker_id, sort: 'fix_at', limit: 1000 })
  return data
}
