import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { box } from '../network.ts'
import { inside, outside, type Setting, startSetting } from './setting.ts'

let setting: Setting
beforeAll(async () => {
  setting = await startSetting()
  const yard = { organisation_id: setting.people.id, geometry: box(174.4, -36.6, 174.6, -36.4) }
  await setting.network.admin.create('boundary', { ...yard, name: 'Quarry', rule: 'keep_out' })
  await setting.save({ alert_tracker_email: true, alert_on_return: true, remind_every_s: 3600 })
})
afterAll(() => setting.stop())

const own = 'freight-user@example.com'
const mails = () => setting.smtp.to(own)
const beside = { lat: -36.5, lon: 174.8 }

it('says which area was entered, that the tracker is still in it, and that it is out again', async () => {
  const van = await setting.tracker('van', { name: 'Van' })
  await van.report({ ...beside, ts: '2026-11-20T00:00:00Z' })
  await van.report({ ...inside, ts: '2026-11-20T00:01:00Z' })
  await expect.poll(() => mails().map(({ subject }) => subject)).toEqual(['Van has entered Quarry'])
  expect(mails()[0]!.text).toContain('Van (van) has entered Quarry, where it must not be.')

  await sql`update alert_job set due_at = now()`.execute(setting.network.db)
  await setting.settled()
  await expect.poll(() => mails()[1]?.subject).toBe('Van is still in Quarry')

  await van.report({ ...beside, ts: '2026-11-20T00:31:00Z' })
  await expect.poll(() => mails()[2]?.subject).toBe('Van is out of Quarry')
  expect(mails()[2]!.text).toContain('It was inside for 30 min')
})

it('names the boundary that was left by itself, and does not for those together', async () => {
  const { network, people } = setting
  const geometry = box(174.75, -36.55, 174.85, -36.45)
  await network.admin.create('boundary', { organisation_id: people.id, name: 'Yard', rule: 'alone', geometry })
  const before = mails().length
  const truck = await setting.tracker('truck', { name: 'Truck' })
  await truck.report({ ...beside, ts: '2026-11-20T01:00:00Z' })
  await truck.report({ lat: -36.2, lon: 174.9, ts: '2026-11-20T01:01:00Z' })
  await truck.report({ ...outside, ts: '2026-11-20T01:02:00Z' })
  await truck.report({ ...beside, ts: '2026-11-20T01:03:00Z' })
  await setting.settled()
  await expect.poll(() => mails().length).toBe(before + 4)
  const sent = mails().slice(before)
  expect(sent.map(({ subject }) => subject).sort()).toEqual([
    'Truck has left Depot',
    'Truck has left Yard',
    'Truck is back',
    'Truck is back',
  ])
  const back = sent.filter(({ subject }) => subject === 'Truck is back').map(({ text }) => text)
  expect(back.filter((text) => text.includes('Boundary: Yard'))).toHaveLength(1)
  expect(back.filter((text) => text.includes('Boundary:'))).toHaveLength(1)
})
