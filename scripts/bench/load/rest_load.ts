import { createClient } from '#api/client.ts'
import { handleCalls } from '../child_calls.ts'
import type { Contents } from '../rest/fill.ts'
import type { List } from '../rest/lists.ts'
import { PASSWORD, pathOf, withValues } from '../rest/values.ts'
import { Histogram } from './histogram.ts'

// In a process of its own, as browsers are.
handleCalls({ run })

/** As many as the smallest machine has cores: latency without a queue. */
const CONNECTIONS = 2

/** Repeats a list, each time of another tracker and day where it names one. */
async function run({ http_port, list, path, seconds, contents }: RestLoad): Promise<RestMeasured> {
  const base = `http://127.0.0.1:${http_port}`
  const credentials = { username: list.who.toLowerCase(), password: PASSWORD }
  const { data } = await createClient({ base }).call('POST', 'user/signin', credentials)
  const headers = { authorization: `Bearer ${data.token}` }
  const histogram = new Histogram()
  const warm = performance.now() + WARM_MS
  const end = warm + seconds * 1000
  const ask = async () => {
    for (;;) {
      const began = performance.now()
      if (began > end && histogram.total > 0) return
      const response = await fetch(`${base}/api/v1/${pathOf(path, withValues(list.query, contents))}`, { headers })
      const text = await response.text()
      if (!response.ok) throw new Error(`${list.what} was answered ${response.status}: ${text.slice(0, 200)}`)
      if (began > warm) histogram.add(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, ask))
  return { rate: histogram.total / seconds, p50_ms: histogram.percentile(0.5), p99_ms: histogram.percentile(0.99) }
}

const WARM_MS = 500

export type RestLoad = { http_port: number; list: List; path: string; contents: Contents; seconds: number }
export type RestMeasured = { rate: number; p50_ms: number; p99_ms: number }
