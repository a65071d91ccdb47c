import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { applySchedules } from '#gateway/ingest/schedules.ts'
import { box, type Device, type Network, startTracker } from '../../network.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
beforeAll(async () => {
  network = await sharedNetwork()
})

let stories = 0
async function organisation(): Promise<number> {
  const values = { name: `Rules ${++stories}` }
  return (await network.db.insertInto('organisation').values(values).returning('id').executeTakeFirstOrThrow()).id
}

type Rule = 'any' | 'alone' | 'keep_out'
async function draw(organisation_id: number, name: string, rule: Rule, shape: object): Promise<number> {
  // biome-ignore lint/suspicious/noExplicitAny: shapes and settings of all kinds
  const { data } = await network.admin.create('boundary', { organisation_id, name, rule, ...shape } as any)
  return data.id
}

const flagsOf = async ({ id }: Device) => {
  const { data } = await network.admin.list('trackerevent', { tracker_id: id, sort: 'fix_at' })
  return data.map((e) => `${e.outside_boundary}${e.repeated ? ' repeated' : ''}`)
}
const boundariesOf = async ({ id }: Device) => {
  const { data } = await network.admin.list('trackerevent', { tracker_id: id, sort: 'fix_at' })
  return data.map((e) => e.boundary_id)
}
/** Each alert as `kind rule boundary open|ended`. */
const alertsOf = async ({ id }: Device) => {
  const { data } = await network.admin.list('alert', { tracker_id: id, sort: 'id' })
  return data.map((a) => `${a.kind} ${a.rule} ${a.boundary_name} ${a.ended_at ? 'ended' : 'open'}`)
}

const city = { geometry: box(174.7, -36.9, 174.8, -36.8) }
const yard = { geometry: box(174.74, -36.86, 174.76, -36.84) }
const inYard = { lat: -36.85, lon: 174.75 }
const inCity = { lat: -36.85, lon: 174.72 }
const away = { lat: -36.85, lon: 174.95 }

describe('a depot inside a city', () => {
  it.each<[Rule, string[], string[]]>([
    ['any', ['false', 'false', 'true', 'true repeated', 'false'], ['left_boundary any City ended']],
    [
      'alone',
      ['false', 'true', 'true', 'true repeated', 'false'],
      ['left_boundary alone Depot ended', 'left_boundary any City ended'],
    ],
    [
      'keep_out',
      ['true', 'false', 'true', 'true repeated', 'true'],
      ['entered_boundary keep_out Depot ended', 'left_boundary any City ended', 'entered_boundary keep_out Depot open'],
    ],
  ])('with the rule %s', async (rule, flags, alerts) => {
    const organisation_id = await organisation()
    await draw(organisation_id, 'City', 'any', city)
    const depot = await draw(organisation_id, 'Depot', rule, yard)
    const one_by_one = await startTracker(network, `depot-${rule}`, { organisation_id })
    const in_a_batch = await startTracker(network, `batch-${rule}`, { organisation_id })
    // The cached state knows the city as the boundary that was left.
    const way = [inYard, inCity, away, away, inYard]
    for (const position of way) await one_by_one.report(position)
    await in_a_batch.report(way.map((position, minute) => ({ ...position, ts: `2026-11-20T10:0${minute}:00Z` })))
    for (const tracker of [one_by_one, in_a_batch]) {
      await tracker.stop()
      expect(await flagsOf(tracker)).toEqual(flags)
      expect((await alertsOf(tracker)).toSorted()).toEqual(alerts.toSorted())
    }
    if (rule === 'alone') expect((await boundariesOf(one_by_one)).slice(1, 4)).toEqual([depot, depot, depot])
    if (rule === 'keep_out') expect((await boundariesOf(one_by_one))[0]).toBe(depot)
  })
})

const east = { lat: -36.85, lon: 174.76 + 50 / 89_200 } // 50 m beyond the yard's eastern edge
const across = { geometry: box(179, -37, 181, -36) }
const circle = { circle: { center: [174.75, -36.85], radius_m: 1000 } }

/** Whether leaving it, and entering it, is a breach at a position. */
describe('where the edge is', () => {
  it.each<[string, object, object, { alone: boolean; keep_out: boolean }]>([
    ['in it', yard, inYard, { alone: false, keep_out: true }],
    ['far from it', yard, away, { alone: true, keep_out: false }],
    ['on its edge', yard, { lat: -36.85, lon: 174.76 }, { alone: false, keep_out: true }],
    ['50 m outside', yard, east, { alone: true, keep_out: false }],
    ['50 m outside, with 60 m of buffer', { ...yard, buffer_m: 60 }, east, { alone: false, keep_out: true }],
    ['50 m outside, with 40 m of buffer', { ...yard, buffer_m: 40 }, east, { alone: true, keep_out: false }],
    // An inaccurate fix raises no alert by either rule.
    ['50 m outside, known to 60 m', yard, { ...east, accuracy: 60 }, { alone: false, keep_out: false }],
    [
      '50 m outside, known to 60 m, which does not count',
      { ...yard, use_accuracy: false },
      { ...east, accuracy: 60 },
      { alone: true, keep_out: false },
    ],
    ['in a circle', circle, { lat: -36.85 + 995 / 110_960, lon: 174.75 }, { alone: false, keep_out: true }],
    ['beyond a circle', circle, { lat: -36.85 + 1005 / 110_960, lon: 174.75 }, { alone: true, keep_out: false }],
    ['across 180°, at 179.9', across, { lat: -36.5, lon: 179.9 }, { alone: false, keep_out: true }],
    ['across 180°, at -179.5', across, { lat: -36.5, lon: -179.5 }, { alone: false, keep_out: true }],
    ['across 180°, at 180', across, { lat: -36.5, lon: 180 }, { alone: false, keep_out: true }],
    ['east of a box across 180°', across, { lat: -36.5, lon: -178.5 }, { alone: true, keep_out: false }],
    [
      'across 180° by 20 m of buffer',
      { geometry: box(-180, -37, -179, -36), buffer_m: 20 },
      { lat: -36.5, lon: 179.9999 },
      { alone: false, keep_out: true },
    ],
    [
      'across 180° by 20 m of accuracy',
      { geometry: box(179, -37, 180, -36) },
      { lat: -36.5, lon: -179.9999, accuracy: 20 },
      { alone: false, keep_out: false },
    ],
  ])('%s', async (name, shape, position, expected) => {
    for (const rule of ['alone', 'keep_out'] as const) {
      const organisation_id = await organisation()
      await draw(organisation_id, name, rule, shape)
      const tracker = await startTracker(network, `edge-${organisation_id}`, { organisation_id })
      await tracker.report(position)
      await tracker.stop()
      expect(await flagsOf(tracker), rule).toEqual([String(expected[rule])])
    }
  })
})

describe('trackers of a rule', () => {
  it('are the linked ones and the owner’s, as of rule any', async () => {
    const organisation_id = await organisation()
    const other = await organisation()
    const linked = await startTracker(network, 'rule-linked', { organisation_id })
    const free = await startTracker(network, 'rule-free', { organisation_id })
    const foreign = await startTracker(network, 'rule-foreign', { organisation_id: other })
    await draw(organisation_id, 'Quarry', 'keep_out', { ...yard, tracker_ids: [linked.id] })
    await draw(organisation_id, 'Off', 'keep_out', { ...yard, active: false })
    for (const tracker of [linked, free, foreign]) {
      await tracker.report(inYard)
      await tracker.stop()
    }
    expect([await flagsOf(linked), await flagsOf(free), await flagsOf(foreign)]).toEqual([['true'], ['null'], ['null']])
    expect([await alertsOf(free), await alertsOf(foreign)]).toEqual([[], []])
  })

  it('are refused beyond fifty boundaries by themselves for one tracker', async () => {
    const organisation_id = await organisation()
    await sql`insert into boundary (organisation_id, name, rule, geometry)
      select ${organisation_id}, 'Alone ' || i, 'alone', st_multi(st_makeenvelope(0, 0, 1, 1, 4326))
      from generate_series(1, 50) i`.execute(network.db)
    await expect(draw(organisation_id, 'One more', 'alone', yard)).rejects.toMatchObject({ field: 'rule' })
    await draw(organisation_id, 'Another rule', 'keep_out', yard)
  })
})

describe('time', () => {
  it('a keep-out area applies in the times of its schedule only, and ends its alert without a report', async () => {
    const organisation_id = await organisation()
    const schedule = { timezone: 'UTC', weekly: [{ days: [5], from: '18:00', to: '20:00' }] }
    await draw(organisation_id, 'Market', 'keep_out', { ...yard, schedule })
    const tracker = await startTracker(network, 'market', { organisation_id })
    const friday = (time: string) => Date.parse(`2026-11-20T${time}:00Z`)
    await tracker.report({ ...inYard, ts: friday('17:00') / 1000 })
    expect(await alertsOf(tracker)).toEqual([])
    const begun = await applySchedules(network.db, friday('17:59'), friday('18:00'))
    expect(begun.map((a) => [a.kind, a.boundary_name])).toEqual([['entered_boundary', 'Market']])
    expect(await applySchedules(network.db, null, friday('18:30'))).toEqual([])
    await tracker.report({ ...inYard, ts: friday('19:00') / 1000 })
    expect(await flagsOf(tracker)).toEqual(['null', 'true repeated'])
    await applySchedules(network.db, friday('19:59'), friday('20:00'))
    expect(await alertsOf(tracker)).toEqual(['entered_boundary keep_out Market ended'])
    await tracker.stop()
  })

  it('an alert is raised when the delay expires without a report, and ends with the next one', async () => {
    const organisation_id = await organisation()
    await draw(organisation_id, 'City', 'any', city)
    await draw(organisation_id, 'Depot', 'alone', yard)
    const tracker = await startTracker(network, 'rule-silent', { organisation_id, exit_delay_s: 1 })
    await tracker.report(inYard)
    await tracker.report(inCity)
    expect(await alertsOf(tracker)).toEqual([])
    await sql`update boundary_breach set since = since - interval '1 minute' where tracker_id = ${tracker.id}`.execute(
      network.db,
    )
    await sql`update tracker_state set received = received - interval '1 minute' where tracker_id = ${tracker.id}`.execute(
      network.db,
    )
    await network.server.gateway.upkeep.overdue()
    await network.server.gateway.upkeep.overdue()
    expect(await alertsOf(tracker)).toEqual(['left_boundary alone Depot open'])
    await tracker.report(inYard)
    expect(await alertsOf(tracker)).toEqual(['left_boundary alone Depot ended'])
    await tracker.stop()
  })

  it('an alert ends with a report without a fix when its boundary was deleted, and another keeps its name', async () => {
    const organisation_id = await organisation()
    const quarry = await draw(organisation_id, 'Quarry', 'keep_out', yard)
    const tracker = await startTracker(network, 'deleted', { organisation_id })
    await tracker.report(inYard)
    await tracker.report({ valid: false, lat: 0, lon: 0 })
    expect(await alertsOf(tracker)).toEqual(['entered_boundary keep_out Quarry open'])
    const { data: outside } = await network.admin.list('tracker', { organisation_id, state: 'outside' })
    expect(outside.map(({ id }) => id)).toEqual([tracker.id])
    await network.admin.remove('boundary', quarry)
    await tracker.report({ valid: false, lat: 0, lon: 0 })
    expect(await alertsOf(tracker)).toEqual(['entered_boundary keep_out Quarry ended'])
    await tracker.stop()
  })
})

describe('saving a boundary', () => {
  it('says which others contain it, so that leaving it alone raises no alert', async () => {
    const organisation_id = await organisation()
    await draw(organisation_id, 'Central Auckland', 'any', city)
    await draw(organisation_id, 'Elsewhere', 'any', { geometry: box(0, 0, 1, 1) })
    const answer = await network.admin.create('boundary', { organisation_id, name: 'Depot', ...yard })
    expect(answer.message).toBe(
      'The boundary has been created. Trackers in Depot are also inside Central Auckland: leaving Depot alone raises no alert.',
    )
    const containing = (id: number) => network.admin.call('GET', 'boundary/containing', { id })
    expect((await containing(answer.data.id)).data).toMatchObject([{ name: 'Central Auckland' }])
    const alone = await network.admin.update('boundary', { id: answer.data.id, rule: 'alone' })
    expect(alone.message).toBe('The boundary has been updated.')
    expect((await containing(answer.data.id)).data).toEqual([])
  })

  it('does not warn where the others apply to other trackers', async () => {
    const organisation_id = await organisation()
    const [one, two] = await Promise.all(
      ['contained-1', 'contained-2'].map((number) => network.admin.create('tracker', { number, organisation_id })),
    )
    await draw(organisation_id, 'City', 'any', { ...city, tracker_ids: [one!.data.id] })
    const { message } = await network.admin.create('boundary', {
      organisation_id,
      name: 'Depot',
      ...yard,
      tracker_ids: [two!.data.id],
    })
    expect(message).not.toContain('inside')
  })

  it('keeps the rule in files', async () => {
    const organisation_id = await organisation()
    await draw(organisation_id, 'Quarry & pit', 'keep_out', yard)
    const file = async (format: string) => {
      const headers = { authorization: `Bearer ${network.token}` }
      const url = `${network.url}/api/v1/boundaries?organisation_id=${organisation_id}&format=${format}`
      return (await fetch(url, { headers })).text()
    }
    const { features } = JSON.parse(await file('geojson'))
    expect(features[0]).toMatchObject({
      properties: { name: 'Quarry & pit', rule: 'keep_out' },
      geometry: { type: 'MultiPolygon' },
    })
    expect(await file('kml')).toContain(
      '<name>Quarry &amp; pit</name><ExtendedData><Data name="rule"><value>keep_out</value>',
    )
  })
})
