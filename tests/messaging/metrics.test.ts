import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../scripts/server/config.ts'
import { startNetwork } from '../network.ts'
import { type Setting, startSetting } from './setting.ts'

let setting: Setting
beforeAll(async () => {
  setting = await startSetting()
})
afterAll(() => setting.stop())

/** The value of a metric; null if missing. */
async function figure(name: string, labels = ''): Promise<number | null> {
  const text = await setting.metrics()
  const line = text.split('\n').find((one) => one.startsWith(`ringfence_${name}${labels} `))
  return line ? Number(line.split(' ').at(-1)) : null
}

describe('metrics of the queue', () => {
  it('count queued deliveries, their age, and outcomes of attempts', async () => {
    await setting.save({ remind_every_s: 3600, alert_tracker_sms: true, phone_recipients: '021 555 000' })
    setting.smtp.refuse({ at: 'RCPT', code: 450, text: 'not now' })
    await setting.leave(await setting.tracker('counted'))
    await setting.settled()
    await expect.poll(() => figure('deliveries_waiting', '{channel="email",state="later"}')).toBe(1)
    await expect.poll(() => figure('deliveries_oldest_seconds', '{channel="email"}')).toBeGreaterThan(0)
    expect(await figure('alert_jobs', '{state="later"}')).toBe(1)
    expect(await figure('deliveries_total', '{channel="email",provider="smtp",outcome="retried"}')).toBeGreaterThan(0)
    expect(await figure('deliveries_total', '{channel="sms",provider="twilio",outcome="failed"}')).toBe(1)
    setting.smtp.refuse(null)
    await expect.poll(() => figure('deliveries_total', '{channel="email",provider="smtp",outcome="sent"}')).toBe(1)
    await expect.poll(() => figure('deliveries_oldest_seconds', '{channel="email"}')).toBe(null)
    await sql`insert into outbox_mail (recipient, subject, text) values ('a', 'b', 'c')`.execute(setting.network.db)
    await expect.poll(() => figure('outbox_mails', '{channel="email"}')).toBe(1)
  })
})

describe('metrics', () => {
  it.each(['ringfence.rules.yml', 'grafana.json'])('named in docs/monitoring/%s exist', async (file) => {
    const exposed = await setting.metrics()
    const known = new Set(Array.from(exposed.matchAll(/^# TYPE (\w+)/gm), ([, name]) => name))
    const source = await readFile(new URL(`../../docs/monitoring/${file}`, import.meta.url), 'utf8')
    const named = source.match(/\b(ringfence|process|nodejs)_\w+/g)!.map((name) => name.replace(/_bucket$/, ''))
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })

  const ask = async ({ url }: { url: string }, headers: Record<string, string> = {}) =>
    (await fetch(`${url}/metrics`, { headers })).status

  it('are readable from private networks, and not through an untrusted proxy', async () => {
    const network = await startNetwork()
    expect(await ask(network)).toBe(200)
    expect(await ask(network, { 'x-forwarded-for': '127.0.0.1' })).toBe(403)
    expect(await ask(network, { forwarded: 'for=10.0.0.1' })).toBe(403)
    await network.stop()
  })

  it('are readable from private networks through a trusted proxy', async () => {
    const network = await startNetwork({ TRUST_PROXY: 'loopback' })
    expect(await ask(network, { 'x-forwarded-for': '203.0.113.7' })).toBe(403)
    expect(await ask(network, { 'x-forwarded-for': '10.0.0.7' })).toBe(200)
    expect(await ask(network)).toBe(200)
    await network.stop()
  })

  it('are for nobody without a token where a proxy may be in front', async () => {
    const network = await startNetwork({ PUBLIC_URL: 'https://track.example.com' })
    expect(await ask(network)).toBe(403)
    await network.stop()
  })

  it('need the token, if it is set', async () => {
    expect(await ask(setting.network)).toBe(401)
    expect(await ask(setting.network, { authorization: 'Bearer a-token-of-prometheuS' })).toBe(401)
    expect(await ask(setting.network, { authorization: 'Bearer ' })).toBe(401)
    expect(await ask(setting.network, { authorization: 'Bearer a-token-of-prometheus' })).toBe(200)
  })

  it.each(['short', 'has a space in the middle of it', 'ends with a line\nand another'])(
    'refuse the token %j',
    (METRICS_TOKEN) => {
      expect(() => readConfig({ METRICS_TOKEN })).toThrow('METRICS_TOKEN')
    },
  )
})
