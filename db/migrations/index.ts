import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import * as tracking from './2026-11/20261121_tracking.ts'
import * as accounts from './2026-11/20261122_accounts.ts'
import * as organisations from './2026-11/20261123_organisations.ts'
import * as devices from './2026-11/20261124_devices.ts'
import * as lists from './2026-11/20261124_lists.ts'
import * as presence from './2026-11/20261125_presence.ts'
import * as messages from './2026-11/20261126_messages.ts'
import * as sharing from './2026-11/20261127_sharing.ts'
import * as commands from './2026-11/20261128_commands.ts'
import * as converge from './2026-12/20261201_converge.ts'
import * as geometry from './2026-12/20261202_geometry.ts'
import * as provedAddresses from './2026-12/20261203_proved_addresses.ts'
import * as sessions from './2026-12/20261204_sessions.ts'
import * as transports from './2026-12/20261205_transports.ts'
import * as recipientsQuotas from './2026-12/20261206_recipients_quotas.ts'
import * as event_indexes from './2026-12/20261207_event_indexes.ts'
import * as gateways from './2026-12/20261207_gateways.ts'
import * as register_links from './2026-12/20261208_register_links.ts'
import * as boundary_rules from './2026-12/20261209_boundary_rules.ts'
import * as alert_lists from './2026-12/20261210_alert_lists.ts'
import * as basemaps from './2026-12/20261213_basemaps.ts'
import * as start from './2026-12/20261215_start.ts'
import * as keptSessions from './2026-12/20261216_kept_sessions.ts'
import * as key_ring from './2026-12/20261220_key_ring.ts'
import * as files from './2026-12/20261221_files.ts'
import * as attachments from './2026-12/20261222_attachments.ts'
import * as alert_channels from './2026-12/20261223_alert_channels.ts'
import * as home from './2026-12/20261223_home.ts'
import * as presence_contact from './2026-12/20261224_presence_contact.ts'
import * as tracker_lists from './2026-12/20261224_tracker_lists.ts'
import * as platform from './2026-12/20261226_platform.ts'
import * as page_content from './2026-12/20261227_page_content.ts'
import * as administration from './2026-12/20261228_administration.ts'
import * as cpd from './2026-12/20261229_cpd.ts'
import * as tracker_indexes from './2027-01/20270101_tracker_indexes.ts'
import * as cpd_report from './2027-01/20270104_cpd_report.ts'
import * as plan_submissions from './2027-01/20270105_plan_submissions.ts'
import * as billing from './2027-01/20270106_billing.ts'
import * as providers from './2027-01/20270107_providers.ts'
import * as unknown_bytes from './2027-01/20270108_unknown_bytes.ts'
import * as report_forward from './2027-01/20270109_report_forward.ts'
import * as event_archive from './2027-01/20270110_event_archive.ts'
import * as judged_report from './2027-01/20270111_judged_report.ts'
import * as list_indexes from './2027-01/20270112_list_indexes.ts'
import * as installations from './2027-01/20270113_installations.ts'
import { checkHistory, withChecksum } from './history.ts'

/** All migrations, oldest first. A new one goes to the end; one that has landed is never changed (`checksums.ts`). */
export const migrations: Record<string, Migration> = {
  '20261121_tracking': tracking,
  '20261122_accounts': accounts,
  '20261123_organisations': organisations,
  '20261124_lists': lists,
  '20261124_devices': devices,
  '20261125_presence': presence,
  '20261126_messages': messages,
  '20261127_sharing': sharing,
  '20261128_commands': commands,
  '20261201_converge': converge,
  '20261202_geometry': geometry,
  '20261203_proved_addresses': provedAddresses,
  '20261204_sessions': sessions,
  '20261205_transports': transports,
  '20261206_recipients_quotas': recipientsQuotas,
  '20261207_event_indexes': event_indexes,
  '20261207_gateways': gateways,
  '20261208_register_links': register_links,
  '20261209_boundary_rules': boundary_rules,
  '20261210_alert_lists': alert_lists,
  '20261213_basemaps': basemaps,
  '20261215_start': start,
  '20261216_kept_sessions': keptSessions,
  '20261220_key_ring': key_ring,
  '20261221_files': files,
  '20261222_attachments': attachments,
  '20261223_home': home,
  '20261223_alert_channels': alert_channels,
  '20261224_tracker_lists': tracker_lists,
  '20261224_presence_contact': presence_contact,
  '20261226_platform': platform,
  '20261227_page_content': page_content,
  '20261228_administration': administration,
  '20261229_cpd': cpd,
  '20270101_tracker_indexes': tracker_indexes,
  '20270104_cpd_report': cpd_report,
  '20270105_plan_submissions': plan_submissions,
  '20270106_billing': billing,
  '20270107_providers': providers,
  '20270108_unknown_bytes': unknown_bytes,
  '20270109_report_forward': report_forward,
  '20270110_event_archive': event_archive,
  '20270111_judged_report': judged_report,
  '20270112_list_indexes': list_indexes,
  '20270113_installations': installations,
}

/**
 * Brings the database up to date, in one transaction.
 *
 * @param last the last one to run, for a backup of an older release
 * @returns the names of the migrations that were run
 * @throws {Error} with one sentence for people when the database was made by statements that no release had, or by a
 * newer release
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own day, not today's
export async function migrate(db: Kysely<any>, last?: string): Promise<string[]> {
  return await db.transaction().execute(async (trx) => {
    // Several processes may start at once, and a migration takes what it takes.
    await sql`select pg_advisory_xact_lock(hashtext('ringfence migrations'))`.execute(trx)
    await sql`set local statement_timeout = 0`.execute(trx)
    await checkHistory(trx, Object.keys(migrations))
    const recorded = Object.entries(migrations).map(([name, migration]) => [name, withChecksum(name, migration)])
    const migrator = new Migrator({ db: trx, provider: { getMigrations: async () => Object.fromEntries(recorded) } })
    const { error, results = [] } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
    if (error) throw error
    return results.filter((result) => result.status === 'Success').map((result) => result.migrationName)
  })
}
