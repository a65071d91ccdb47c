import { Counter, Gauge, type Registry } from 'prom-client'
import type { Replicas } from '#db/server/replicas.ts'

/** Who answers reads that replicas may answer, per process. */
export function watchReplicas(registry: Registry, replicas: Replicas): void {
  new Gauge({
    name: 'ringfence_read_replicas',
    help: 'Replicas of DATABASE_READ_URL that are read from',
    registers: [registry],
    collect() {
      this.set(replicas.used)
    },
  })
  new Counter({
    name: 'ringfence_reads_total',
    help:
      'Reads of history: replica, or answered by the primary because: no_replica (none is used), behind (it had not ' +
      'caught up), conflict (with its recovery), away, foreign (no replica of this primary)',
    labelNames: ['answered'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [answered, count] of replicas.counts) this.inc({ answered }, count)
    },
  })
}
