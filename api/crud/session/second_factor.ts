import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { liveRooms } from '#db/live_rooms.ts'
import { AppError } from '../../http/errors.ts'
import { afterCommit } from '../transact.ts'
import { isOpenTo } from './open_to.ts'

/**
 * Whether a session lacks a required second factor: the website or an organisation of the user requires it. During
 * impersonation the organisations of both count, and the administrator's second factor.
 *
 * `u` is the user, `s` the session. The operator is exempt: they hold the installation's secret.
 */
export const lacksSecondFactor: RawBuilder<boolean> = sql<boolean>`(s.id is not null and not s.by_operator
  and not exists (select from user_account a
    where a.id = coalesce(s.impersonator_user_id, u.id) and a.totp_enabled_at is not null)
  and ((select w.second_factor_required from website w)
    or exists (select from membership m join organisation_config c on c.organisation_id = m.organisation_id
      where m.user_id in (u.id, s.impersonator_user_id) and c.second_factor_required)))`

/**
 * Refuses every route except setting up the second factor, signing in and signing out.
 *
 * @throws {AppError} second_factor_required
 */
export function checkSecondFactor({ viewer, routeOptions }: FastifyRequest): void {
  if (!viewer?.lacks_second_factor || isOpenTo(routeOptions, 'no_second_factor')) return
  const { security } = (routeOptions.schema ?? {}) as { security?: unknown[] }
  if (security?.length === 0) return
  throw new AppError('second_factor_required')
}

/**
 * Closes live connections when the second factor becomes required: they reconnect, and users without it are refused.
 */
export async function closeWithoutSecondFactor(trx: Trx, organisation_id: number | null): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct s.user_id from session s join user_account u on u.id = s.user_id
    where s.revoked_at is null and s.expires_at > now() and ${lacksSecondFactor}
      and (${organisation_id}::bigint is null or exists (select from membership m
        where m.organisation_id = ${organisation_id}::bigint and m.user_id in (s.user_id, s.impersonator_user_id)))
    `.execute(trx)
  for (const { user_id } of rows) afterCommit(trx, ({ closeLive }) => closeLive(liveRooms.user(user_id)))
}
