import { type Kysely, sql } from 'kysely'

export const after = '20270116_history_digests'
export const checksum = '9429d6e43d55d15e7864c2e60891533d690e26f8f53999006d0abf2b2cd61523'

/**
 * Datagrams are transports of their own: a tracker keeps those of its protocols where its last contact is known to have
 * been one, that is a report without a connection of a tracker that does not report over HTTP.
 *
 * `accident` is the alarm `crash`: alerts, states and muted alarms take its name. Events keep the name they were stored
 * with, as those of closed days must.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const protocols =
  '{castel,eelink,galileo,gl200,gps103,gpsgate,h02,jt808,meitrack,minifinder2,ruptela,t55,t800x,teltonika,tk103,wialon}'

const renamed = (column: string) => `case when 'crash' = any(${column}) then array_remove(${column}, 'accident')
  else array_replace(${column}, 'accident', 'crash') end`

const statements = [
  `update tracker t set transports = t.transports || array(
    select protocol || '_udp' from unnest('${protocols}'::text[]) protocol
    where protocol = any(t.transports) and protocol || '_udp' <> all(t.transports) order by protocol)
  from tracker_presence p
  where p.organisation_id = t.organisation_id and p.tracker_id = t.id and p.contact = 'reported'
    and t.transports && '${protocols}' and not t.transports && '{osmand,osmand_token,owntracks}'`,
  `update alert set alarm = 'crash' where alarm = 'accident'`,
  `update tracker_state set alarm = 'crash' where alarm = 'accident'`,
  `update user_config set muted_alarms = ${renamed('muted_alarms')} where 'accident' = any(muted_alarms)`,
  `update organisation_config set muted_alarms = ${renamed('muted_alarms')} where 'accident' = any(muted_alarms)`,
]
