import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inside, type Setting, startSetting } from './setting.ts'

let setting: Setting
beforeAll(async () => {
  setting = await startSetting()
})
afterAll(() => setting.stop())

const own = 'freight-user@example.com'
const subjects = () => setting.smtp.to(own).map(({ subject }) => subject)
const isOnline = async (id: number) => (await setting.network.admin.read('tracker', id)).data.online
const jobs = () => setting.network.db.selectFrom('alert_job').select('occasion').execute()
/** Skips the grace period of a minute. */
const letTimePass = async () => {
  await setting.network.db.updateTable('alert_job').set({ due_at: sql`now()` }).execute()
  await setting.settled()
}

it('an offline tracker is reported once, and its next contact if enabled', async () => {
  await setting.save({ alert_offline: true, alert_on_return: true })
  const van = await setting.tracker('silent', { name: 'Van', interval_s: 1 })
  await van.report(inside)
  await expect.poll(() => isOnline(van.id)).toBe(true)
  await expect.poll(() => isOnline(van.id)).toBe(false)
  await letTimePass()
  expect(subjects()).toEqual(['Van is offline'])
  expect(setting.smtp.to(own)[0]!.text).toMatch(/Last position: \d+ km [NESW]+ of .+ \(36°30'00.0"S 174°30'00.0"E\)/)
  for (let i = 0; i < 3; i++) await setting.network.server.gateway.presence.tick()
  await letTimePass()
  expect(subjects()).toEqual(['Van is offline'])
  await van.report(inside)
  await expect.poll(subjects).toEqual(['Van is offline', 'Van is online again'])

  await setting.save({ alert_on_return: false })
  await expect.poll(() => isOnline(van.id)).toBe(false)
  await letTimePass()
  await van.report(inside)
  await expect.poll(() => isOnline(van.id)).toBe(true)
  await setting.settled()
  expect(subjects().slice(2)).toEqual(['Van is offline'])
  await setting.network.admin.update('tracker', { id: van.id, interval_s: 0 })
})

it('interruptions of less than a minute are not reported', async () => {
  await setting.save({ alert_on_return: true })
  const before = subjects().length
  const shaky = await setting.tracker('shaky', { name: 'Shaky', interval_s: 1 })
  for (let i = 0; i < 2; i++) {
    await shaky.report(inside)
    await expect.poll(() => isOnline(shaky.id)).toBe(true)
    await expect.poll(() => isOnline(shaky.id)).toBe(false)
    expect((await jobs()).map(({ occasion }) => occasion)).toContain('offline')
  }
  await shaky.report(inside)
  await expect.poll(() => isOnline(shaky.id)).toBe(true)
  await setting.settled()
  expect(subjects()).toHaveLength(before)
})
