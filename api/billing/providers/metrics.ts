import { sql } from 'kysely'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Db } from '#db/database.ts'

/** Calls by provider and outcome, of this process. A registry is asked once. */
export function providerCalls(registry: Registry): Counter<'provider' | 'outcome'> {
  const name = 'ringfence_provider_calls_total'
  const made = registry.getSingleMetric(name)
  if (made) return made as Counter<'provider' | 'outcome'>
  return new Counter({
    name,
    help: 'Calls to Xero and Stripe: done, refused, limited, unauthorized, disconnected, away (no answer)',
    labelNames: ['provider', 'outcome'],
    registers: [registry],
  })
}

/** Pushes in the database that have not ended well, read at each scrape. */
export function watchPushes(registry: Registry, db: Db): void {
  const gauge = new Gauge({
    name: 'ringfence_provider_pushes',
    help: 'What is to be written to Xero and Stripe: queued, running, failed (people must mend it)',
    labelNames: ['provider', 'state'],
    registers: [registry],
    async collect() {
      const read = sql<{
        provider: string
        state: string
        count: number
      }>`select provider, state, count(*)::int as count
        from provider_outbox where state in ('queued', 'running', 'failed') group by provider, state`.execute(db)
      const { rows } = await read.catch(() => ({ rows: [] }))
      gauge.reset()
      for (const { provider, state, count } of rows) gauge.set({ provider, state }, count)
    },
  })
}
