import { isText } from '../crud/conflicts.ts'
import { defineDomain } from '../crud/domain.ts'
import { ofOrganisation } from '../crud/quotas.ts'
import { sendOrganisationTest } from './alert_test.ts'
import { takeAudited } from './audited_names.ts'
import { auditlog } from './auditlog.ts'
import { datalock } from './datalock.ts'
import { dropOldAudit } from './drop_old_audit.ts'
import { organisation } from './organisation.ts'
import { setOrganisationQuotas } from './organisation_quotas.ts'
import { listOrganisationUsage, readUsage, searchOrganisations } from './organisation_usage.ts'
import { organisationconfig } from './organisationconfig.ts'
import { countUsageDays } from './usage_days.ts'

/** Organisations, their settings, locks and audit log. */
export const organisations = defineDomain({
  resources: { auditlog, datalock, organisation, organisationconfig },
  actions: [
    listOrganisationUsage,
    searchOrganisations,
    readUsage,
    countUsageDays,
    setOrganisationQuotas,
    sendOrganisationTest,
  ],
  keys: {
    routes: {
      'GET organisations': 'read',
      'GET organisation': 'read',
      'GET datalocks': 'read',
      'GET datalock': 'read',
      'GET auditlogs': 'admin',
      'GET auditlog': 'admin',
      'GET organisationconfigs': 'admin',
      'GET organisationconfig': 'admin',
      'POST organisationconfig': 'admin',
    },
  },
  areas: {
    settings: ['organisation', 'organisationconfig', 'datalock', 'auditlog', 'usage'],
    // The name and the timezone of one's organisations.
    self: ['GET organisation', 'GET organisations', 'GET datalock', 'GET datalocks', 'GET organisations/search'],
  },
  purge: ({ db, config }) => dropOldAudit(db, config.audit_retain_days),
  takes: takeAudited,
  quotas: { data_locks: ofOrganisation(200, 'data locks', 'data_lock') },
  conflicts: {
    name_conflict: { table: 'organisation', field: 'name', is: isText('organisation.name'), reads: organisation.reads },
  },
})
