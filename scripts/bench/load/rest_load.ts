import { createClient } from '#api/client.ts'
import { handleCalls } from '../child_calls.ts'
import type { Filled, Plan } from '../rest_prepare.ts'
import { Histogram } from './histogram.ts'

// In a process of its own, as browsers are.
handleCalls({ run })

const CONNECTIONS = 8

/** Repeats a query, each time with another tracker and day where it names one. */
async function run({ http_port, plan, seconds, ...filled }: RestLoad): Promise<RestMeasured> {
  const base = `http://127.0.0.1:${http_port}`
  const credentials = { username: plan.who.toLowerCase(), password: filled.password }
  const { data } = await createClient({ base }).call('POST', 'user/signin', credentials)
  const histogram = new Histogram()
  const warm = performance.now() + 1000
  const end = warm + seconds * 1000
  const ask = async () => {
    for (;;) {
      const began = performance.now()
      if (began > end) return
      const response = await fetch(`${base}/api/v1/${pathOf(plan, filled)}`, {
        headers: { authorization: `Bearer ${data.token}` },
      })
      const { data: rows } = (await response.json()) as { data: unknown[] }
      if (response.status !== 200 || rows.length === 0) throw new Error(`${plan.path} was answered ${response.status}`)
      if (began > warm) histogram.add(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, ask))
  return { rate: histogram.total / seconds, p50_ms: histogram.percentile(0.5), p99_ms: histogram.percentile(0.99) }
}

function pathOf({ path, query }: Plan, { tracker_ids, first_day, days }: Omit<Filled, 'password'>): string {
  if (query.tracker_id === undefined) return path
  const from = first_day + Math.floor(Math.random() * days) * 86_400_000
  const [name] = path.split('?')
  const parameters = {
    ...query,
    tracker_id: tracker_ids[Math.floor(Math.random() * tracker_ids.length)],
    from: new Date(from).toISOString(),
    to: new Date(from + 86_400_000).toISOString(),
  }
  return `${name}?${new URLSearchParams(Object.entries(parameters).map(([key, value]) => [key, String(value)]))}`
}

export type RestLoad = Filled & { http_port: number; plan: Plan; seconds: number }
export type RestMeasured = { rate: number; p50_ms: number; p99_ms: number }
