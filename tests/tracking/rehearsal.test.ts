import { beforeAll, describe, expect, it } from 'vitest'
import { box, type Network, startTracker } from '../network.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
beforeAll(async () => {
  network = await sharedNetwork()
})

async function organisation(name: string): Promise<number> {
  return (await network.db.insertInto('organisation').values({ name }).returning('id').executeTakeFirstOrThrow()).id
}

type Answer = {
  alerts: { tracker_id: number; kind: string; started_at: string; ended_at: string | null }[]
  trackers: number
  of: number
  reports: number
  shortened: number[]
  next: number | null
}
async function rehearse(client: Network['admin'], body: object): Promise<Answer> {
  const whole: Answer = { alerts: [], trackers: 0, of: 0, reports: 0, shortened: [], next: 0 }
  while (whole.next !== null) {
    const { data } = await client.call<{ data: Answer }>('POST', 'boundary/rehearse', { ...body, after: whole.next })
    whole.alerts.push(...data.alerts)
    whole.trackers += data.trackers
    whole.reports += data.reports
    whole.of = data.of
    whole.next = data.next
  }
  return whole
}

/** A way that wanders about the edges of the yard, the same in each run. */
function wander(reports: number): object[] {
  let seed = 7
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const began = Math.floor(Date.now() / 60_000 - reports) * 60_000
  let [lon, lat] = [174.75, -36.85]
  return Array.from({ length: reports }, (_, minute) => {
    lon += (random() - 0.5) * 0.01 - (lon - 174.75) * 0.1
    lat += (random() - 0.5) * 0.01 - (lat + 36.85) * 0.1
    const accuracy = random() < 0.3 ? Math.round(random() * 300) : undefined
    return { lat, lon, accuracy, ts: new Date(began + minute * 60_000).toISOString() }
  })
}

const yard = { geometry: box(174.745, -36.855, 174.755, -36.845) }
const field = { geometry: box(174.755, -36.86, 174.77, -36.845) }
const spanOf = ({ kind, started_at, ended_at }: Span) =>
  [kind, ...[started_at, ended_at].map((at) => at && Date.parse(at))].join(' ')
type Span = { kind: string; started_at: string; ended_at: string | null }

describe('a rehearsed boundary', () => {
  it.each<[string, { rule: 'any' | 'alone' | 'keep_out'; buffer_m?: number; use_accuracy?: boolean }, object]>([
    ['alone', { rule: 'alone', use_accuracy: false }, {}],
    ['alone with a buffer and accuracy', { rule: 'alone', buffer_m: 100 }, { exit_confirmations: 2 }],
    ['to keep out of', { rule: 'keep_out' }, { exit_confirmations: 3 }],
    ['together with another', { rule: 'any' }, { exit_delay_s: 150 }],
  ])('raises the alerts that the engine has raised: %s', async (name, settings, policy) => {
    const organisation_id = await organisation(`Rehearsed ${name}`)
    await network.admin.create('boundary', { organisation_id, name: 'Field', rule: 'any', ...field })
    const { data } = await network.admin.create('boundary', { organisation_id, name: 'Yard', ...settings, ...yard })
    const ute = await startTracker(network, `rehearsed-${name.replaceAll(' ', '-')}`, { organisation_id, ...policy })
    await ute.report(wander(400))
    await ute.stop()
    const kind = settings.rule === 'keep_out' ? 'entered_boundary' : 'left_boundary'
    const raised = (await network.admin.list('alert', { tracker_id: ute.id, limit: 1000 })).data
      .filter((alert) => alert.kind === kind && alert.rule === settings.rule)
      .map(spanOf)
      .toSorted()
    expect(raised.length).toBeGreaterThan(3)

    const of_stored = await rehearse(network.admin, { id: data.id })
    expect(of_stored.alerts.map(spanOf).toSorted()).toEqual(raised)
    expect(of_stored).toMatchObject({ trackers: 1, of: 1, reports: 400 })

    await network.admin.remove('boundary', data.id)
    const of_draft = await rehearse(network.admin, { organisation_id, ...settings, ...yard })
    expect(of_draft.alerts.map(spanOf).toSorted()).toEqual(raised)
  })

  it('is about chosen trackers, within its schedule, and stores nothing', async () => {
    const organisation_id = await organisation('Rehearsed for one')
    const [one, other] = [
      await startTracker(network, 'rehearsed-one', { organisation_id }),
      await startTracker(network, 'rehearsed-other', { organisation_id }),
    ]
    for (const tracker of [one, other]) {
      await tracker.report(wander(50))
      await tracker.stop()
    }
    const draft = { ...yard, organisation_id, rule: 'alone', tracker_ids: [one.id] }
    const { alerts, of } = await rehearse(network.admin, draft)
    expect(of).toBe(1)
    expect(new Set(alerts.map(({ tracker_id }) => tracker_id))).toEqual(new Set([one.id]))
    const elsewhen = (new Date().getUTCDay() + 3) % 7 || 7
    const schedule = { timezone: 'UTC', weekly: [{ days: [elsewhen], from: '00:00', to: '12:00' }] }
    expect((await rehearse(network.admin, { ...draft, schedule })).alerts).toEqual([])
    expect((await network.admin.list('boundary', { organisation_id })).data).toEqual([])
    expect((await network.admin.list('alert', { organisation_id })).data).toEqual([])
  })

  it('is refused without a shape, and for a boundary that is not seen', async () => {
    const organisation_id = await organisation('Rehearsed by none')
    await expect(rehearse(network.admin, { organisation_id })).rejects.toThrow(/geometry: is missing/)
    await expect(rehearse(network.admin, { id: 1e9 })).rejects.toThrow(/no such boundary/)
  })
})
