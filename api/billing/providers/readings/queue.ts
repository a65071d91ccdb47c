import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Asks for documents to be read at Xero, those that are ours. Asked while one is read, it is read once more. */
export async function askToRead(db: Db, { id, organisation_id }: Connected, external_ids: string[]): Promise<void> {
  if (external_ids.length === 0) return
  await sql`
    insert into provider_reading as r (organisation_id, provider_connection_id, invoice_id, external_id, last_asked_at)
    select i.organisation_id, ${id}, i.id, i.external_id, clock_timestamp() from invoice i
    where i.organisation_id = ${organisation_id} and i.external_id = any(${external_ids}::text[]) order by i.external_id
    on conflict (provider_connection_id, external_id) do update set last_asked_at = excluded.last_asked_at,
      not_before = case when r.state = 'queued' then r.not_before else now() end,
      state = 'queued', modified_at = now()`.execute(db)
}

/** A connection to books at Xero. */
export type Connected = { id: number; organisation_id: number; tenant_id: string }
