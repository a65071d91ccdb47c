import { sql } from 'kysely'
import { Lease } from '#db/background/lease.ts'

export const lease = new Lease({ table: 'job', seconds: 20, open: sql`state in ('queued', 'running')` })
