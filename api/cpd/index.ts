import { sql } from 'kysely'
import type { Figure } from '../crud/domain.ts'
import { defineDomain } from '../crud/domain.ts'
import type { ListQuery } from '../crud/list_query.ts'
import { allOf } from '../crud/quotas.ts'
import { checkFeature } from './access.ts'
import { devactivity } from './activities/devactivity.ts'
import { addVerify } from './activities/verify.ts'
import { cpdauditdraw } from './audit/cpdauditdraw.ts'
import { addAdopt } from './cycles/adopt.ts'
import { storeBuiltIn } from './cycles/built_in.ts'
import { makeClosingOfCycles } from './cycles/close.ts'
import { cpdstandard } from './cycles/cpdstandard.ts'
import { devcategory } from './cycles/devcategory.ts'
import { devcycle } from './cycles/devcycle.ts'
import { addCycleActions } from './cycles/expire.ts'
import { evidence } from './evidence_access.ts'
import { addEvidenceFiles } from './evidence_files.ts'
import { devform } from './forms/devform.ts'
import { devformtemplate } from './forms/devformtemplate.ts'
import { addFormActions } from './forms/form_actions.ts'
import { addImport } from './import/import.ts'
import { addMatrix } from './matrix/matrix.ts'
import { certificationsOfUser } from './people/certifications.ts'
import { addContacts } from './people/contacts.ts'
import { devqualification } from './people/devqualification.ts'
import { userrelationship } from './people/userrelationship.ts'
import { addGoalCopies } from './plans/copy_goals.ts'
import { addCurrentPlans } from './plans/current_plans.ts'
import { devgoal } from './plans/devgoal.ts'
import { devgoalprogress } from './plans/devgoalprogress.ts'
import { devplan } from './plans/devplan.ts'
import { devwaiver } from './plans/devwaiver.ts'
import { addPlanActions } from './plans/plan_actions.ts'
import { addCaseNumbers } from './procedures/case_numbers.ts'
import { procedure } from './procedures/procedure.ts'
import { addProcedureActions } from './procedures/procedure_actions.ts'
import { procedureterm } from './procedures/procedureterm.ts'
import { addRefdata } from './refdata.ts'
import { makeCpdReminders } from './reminders.ts'
import { addReportRoutes } from './report/routes.ts'
import { addSendReport } from './report/sendreport.ts'
import { addCharts } from './results/charts.ts'
import { addStats } from './results/stats.ts'

const definitions = ['devcategory', 'cpd_standard', 'devcycle', 'devformtemplate', 'procedure_term'] as const
const records = [
  'devactivity',
  'procedure',
  'devgoal',
  'devgoalprogress',
  'devform',
  'devqualification',
  'devwaiver',
  'userrelationship',
] as const

/** Continuing professional development. */
export const cpd = defineDomain({
  feature: 'cpd',
  async requires({ viewer, query, body }) {
    if (viewer) checkFeature(viewer, { ...(query as object), ...(body as object) })
  },
  begin: (_app, { db }) => storeBuiltIn(db),
  background: (context) => [makeCpdReminders(context), makeClosingOfCycles(context)],
  resources: {
    cpdauditdraw,
    cpdstandard,
    devactivity,
    devcategory,
    devcycle,
    devform,
    devformtemplate,
    devgoal,
    devgoalprogress,
    devplan,
    devqualification,
    devwaiver,
    procedure,
    procedureterm,
    userrelationship,
  },
  actions: [
    addAdopt,
    addCycleActions,
    addCurrentPlans,
    addPlanActions,
    addGoalCopies,
    addVerify,
    addCaseNumbers,
    addProcedureActions,
    addFormActions,
    addContacts,
    addRefdata,
    addStats,
    addMatrix,
    addEvidenceFiles,
    addReportRoutes,
    addSendReport,
    addCharts,
    addImport,
  ],
  evidence,
  certifications: certificationsOfUser,
  quotas: {
    cpd_definitions: {
      what: 'categories, standards, cycles, shared goals, form templates and terms',
      rows: ({ id }) => sql`(${allOf(definitions, sql`organisation_id = ${id}`)}
        union all select 1 from devgoal where organisation_id = ${id} and user_id is null) d`,
    },
    cpd_records_of_person: {
      what: 'records of professional development',
      rows: ({ id, organisation_id }) =>
        sql`(${allOf(records, sql`organisation_id = ${organisation_id} and user_id = ${id}`)}) d`,
    },
  },
  figures: [
    ofCpd('submitted_plans', 'devplan', { state: 'submitted' }),
    ofCpd('draft_plans', 'devplan', { state: 'draft', open: true }),
    ofCpd('asked_waivers', 'devplan', { asks_waiver: true }),
    ofCpd('cases_for_review', 'procedure', { state: 'for_review' }),
    ofCpd('submitted_forms', 'devform', { state: 'submitted' }),
    ofCpd('unconfirmed_qualifications', 'devqualification', { state: 'unconfirmed' }),
    ofCpd('lapsed_qualifications', 'devqualification', { state: 'lapsed' }),
  ],
})

function ofCpd(name: string, list: string, query: ListQuery): Figure {
  return { name, list, of: 'organisation', feature: 'cpd', query: () => query }
}
