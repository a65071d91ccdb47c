import { describe, expect, it } from 'vitest'
import { drive, type ServerProcess } from '../../process.ts'
import { useOwnPostgres } from './with_postgres.ts'

const OUTAGE_MS = 20_000

// The embedded database cannot be away: it is in the process.
describe.runIf(process.env.DATABASE === 'server')('an outage of PostgreSQL', () => {
  const own = useOwnPostgres()

  it('acknowledges nothing for 20 seconds, loses nothing, and recovers by itself', async () => {
    const admin = await own.server.admin()
    const devices = []
    for (let i = 0; i < 5; i++) {
      const { data } = await admin.create('tracker', { number: `away-${i}` })
      devices.push({ id: data.id, number: data.number, token: data.device_token as string })
    }
    const driving = drive(own.server.mqtt_url, devices)
    await expect.poll(() => driving.count).toBeGreaterThan(500)

    await own.postgres.stop()
    await new Promise((resolve) => setTimeout(resolve, 200))
    const atStop = driving.count
    expect((await fetch(`${own.server.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${own.server.url}/readyz`)).status).toBe(503)
    await new Promise((resolve) => setTimeout(resolve, OUTAGE_MS))
    expect(driving.count).toBe(atStop)
    await own.postgres.start()

    await expect.poll(() => driving.count - atStop).toBeGreaterThan(500)
    await driving.stop()
    expect((await fetch(`${own.server.url}/readyz`)).status).toBe(200)

    const start = Date.UTC(2026, 10, 1)
    for (const [i, { id }] of devices.entries()) {
      const { text } = await fetch(`${own.server.url}/api/v1/trackerevents?format=csv&tracker_id=${id}`, {
        headers: { authorization: `Bearer ${await operator(own.server)}` },
      }).then(async (r) => ({ text: await r.text() }))
      const [header, ...lines] = text.trim().split('\n')
      const column = header!.split(',').indexOf('fix_at')
      const stored = new Set(lines.map((line) => Date.parse(line.split(',')[column]!)))
      expect(stored.size).toBe(lines.length)
      expect(driving.acknowledged[i]!.filter((n) => !stored.has(start + n * 1000))).toEqual([])
    }
  }, 120_000)
})

async function operator(server: ServerProcess): Promise<string> {
  const { signIn, ADMIN } = await import('../../network.ts')
  return signIn(server.url, ADMIN.email, ADMIN.password)
}
