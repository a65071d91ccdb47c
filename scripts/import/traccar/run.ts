import { OperatorError } from '../../operator.ts'
import type { Job } from './bring.ts'
import { TraccarDatabase } from './database.ts'
import { bringDevices } from './devices.ts'
import { bringDrivers } from './drivers.ts'
import { bringGeofences } from './geofences.ts'
import { bringGroups } from './groups.ts'
import { bringHistory } from './history.ts'
import { bringMaintenance } from './maintenance.ts'
import { Outcome } from './outcome.ts'
import { showProgress } from './progress.ts'
import { samplePositions } from './sample.ts'
import { type Traccar, TraccarServer } from './source.ts'
import { ImportState } from './state.ts'
import { explained, Later, openTarget } from './target.ts'
import { inviteUsers } from './users.ts'

/**
 * Brings what a running Traccar has along: groups, devices, geofences, drivers, maintenance, then positions.
 *
 * @throws {OperatorError} with one sentence that says what to do
 */
export async function importTraccar(options: TraccarImport): Promise<void> {
  const { print, retry_base_ms } = options
  const waits = { print, ...(retry_base_ms !== undefined && { retry_base_ms }) }
  const traccar = TraccarDatabase.isFor(options.url)
    ? await TraccarDatabase.open({ ...waits, url: options.url })
    : new TraccarServer({ ...waits, url: options.url, token: options.token })
  try {
    await importFrom(traccar, waits, options)
  } finally {
    await traccar.close()
  }
}

async function importFrom(traccar: Traccar, waits: Waits, options: TraccarImport): Promise<void> {
  const { print, dry_run } = options
  const server = await traccar.version()
  const target = await openTarget({
    ...waits,
    url: options.to,
    key: options.key,
    ...(options.organisation !== undefined && { organisation: options.organisation }),
  })
  const { id: organisation_id, name } = target.organisation
  const state = new ImportState(
    options.state ?? `data/imports/traccar-${fileName(traccar.host)}-${organisation_id}.json`,
    { traccar: traccar.url, ringfence: target.url, organisation_id },
  )
  print(
    `Traccar ${server} at ${traccar.url} → ${name} (${organisation_id}) at ${target.url}${dry_run ? ', nothing is written' : ''}`,
  )
  const job: Job = {
    traccar,
    target,
    state,
    outcome: new Outcome(),
    dry_run,
    all: options.all,
    partly: options.only !== null,
    again: options.again,
    print,
  }
  try {
    await bringAll(job, options)
  } catch (error) {
    if (error instanceof Later) throw new OperatorError(error.message)
    throw explained(error as Error, target.url)
  } finally {
    if (!dry_run) state.save()
    for (const line of job.outcome.lines(dry_run)) print(line)
  }
  if (dry_run) print('Run it without --dry-run to bring this along.')
  else if (options.signal.aborted) print('Stopped. Run the same command again: it continues where it stopped.')
  else print(NEXT)
}

async function bringAll(job: Job, { only, from, until, again, invite_users, skip_positions, signal }: TraccarImport) {
  const groups = await bringGroups(job)
  const devices = await bringDevices(job, { groups, only })
  await bringGeofences(job, devices)
  await bringDrivers(job)
  await bringMaintenance(job, devices)
  if (invite_users) await inviteUsers(job)
  if (skip_positions || signal.aborted) return
  if (job.dry_run) return samplePositions(job, devices, until)
  await bringHistory(job, devices, { from, until, again, signal, progress: showProgress(job.print) })
}

const fileName = (host: string) => host.replace(/[^a-zA-Z0-9.-]+/g, '_')

const NEXT = `Done. Next:
  Point the devices at this server; while others still use Traccar, forward reports there (docs/connect/traccar.md).
  Run the same command again to bring along what Traccar has received since: nothing is doubled.
  Boundaries are switched off: switch on those that shall raise alerts.`

type Waits = { print: (line: string) => void; retry_base_ms?: number }
export type TraccarImport = {
  url: string
  token: string
  to: string
  key: string
  organisation?: number
  /** Path of the state. */
  state?: string
  dry_run: boolean
  /** Names or identifiers of devices. */
  only: string[] | null
  /** Milliseconds since 1970. */
  from: number
  until: number
  again: boolean
  all: boolean
  skip_positions: boolean
  invite_users: boolean
  signal: AbortSignal
  print: (line: string) => void
  retry_base_ms?: number
}
