import { sql } from 'kysely'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { ApiContext } from '../../context.ts'
import { readAsked, readChanges } from './readings/read.ts'
import { readBalances } from './stripe/balance/read.ts'
import { chargeDue } from './stripe/cards/due.ts'
import { notifyExpiring } from './stripe/cards/notify.ts'
import { endLeftCards } from './stripe/cards/remove.ts'
import { endSettledSessions } from './stripe/checkout.ts'
import { readEvents } from './stripe/events.ts'
import { accessToken } from './tokens.ts'

const EVERY_MS = 30_000

/** Reads what webhooks have lost or asked for, ends pages of settled invoices, and keeps unused connections alive. */
export function makeProviderUpkeep(context: ApiContext): PeriodicTask {
  const run = async () => {
    await endSettledSessions(context)
    await endLeftCards(context.db)
    await chargeDue(context.db)
    await notifyExpiring(context)
    await readEvents(context)
    await readBalances(context)
    await readChanges(context)
    await readAsked(context)
    await refreshUnused(context)
    await context.db
      .deleteFrom('provider_authorisation')
      .where('expires_at', '<', sql<string>`now() - interval '1 day'`)
      .execute()
  }
  return { name: 'upkeep of providers', interval_ms: EVERY_MS, run }
}

/** A refresh token of Xero ends after 60 days without use. */
async function refreshUnused(context: ApiContext): Promise<void> {
  const { db, log, config } = context
  if (!config.providers.xero) return
  const { rows } = await sql<{ id: number; token_version: number }>`select id, token_version from provider_connection
    where kind = 'xero' and state = 'connected' and refreshed_at < now() - interval '20 days'
      and coalesce(refresh_leased_until < now(), true) limit 20`.execute(db)
  for (const { id, token_version } of rows) {
    await accessToken(context, id, token_version).catch((error) =>
      log.warn({ connection: id, reason: (error as Error).message }, 'an unused connection could not be refreshed'),
    )
  }
}
