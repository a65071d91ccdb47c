import { sql } from 'kysely'
import type { Figure } from '../crud/domain.ts'
import { defineDomain } from '../crud/domain.ts'
import type { ListQuery } from '../crud/list_query.ts'
import { allOf, ofOrganisation, ofRows } from '../crud/quotas.ts'
import { checkFeature } from './access.ts'
import { devactivity } from './activities/devactivity.ts'
import { shareActivity } from './activities/share.ts'
import { verifyActivity } from './activities/verify.ts'
import { cpdaudit } from './audit/cpdaudit.ts'
import { cpdauditdraw } from './audit/cpdauditdraw.ts'
import { addAuditLetter } from './audit/letter.ts'
import { makeAuditNotices, notifyDrawn } from './audit/notify.ts'
import { appealAudit, askForMore, decideAudit, judgeActivity, submitAudit } from './audit/steps.ts'
import { checkCertificate } from './certificates/check.ts'
import { cpdcertificate } from './certificates/cpdcertificate.ts'
import { issueCertificate, issueCertificates } from './certificates/issue.ts'
import { addCertificateFiles } from './certificates/pdf.ts'
import { readCpdCharts } from './charts/charts.ts'
import { expireCycle, reopenCycle, undoExpiry } from './closing/expire.ts'
import { closing, makeClosingOfCycles } from './closing/job.ts'
import { makeClosingOfOwnPeriods } from './closing/own_periods.ts'
import { reopenPlan } from './closing/reopen_plan.ts'
import { addCourseStatements } from './courses/index.ts'
import { endCourseKey, makeCourseKey, readCourseKey } from './courses/key.ts'
import { adoptStandard } from './cycles/adopt.ts'
import { storeBuiltIn } from './cycles/built_in.ts'
import { cpdstandard } from './cycles/cpdstandard.ts'
import { listCurrentCycles } from './cycles/current_cycles.ts'
import { devcategory } from './cycles/devcategory.ts'
import { devcycle } from './cycles/devcycle.ts'
import { readCalendar } from './dates/calendar.ts'
import { answerAssessment, makeAssessment, readAssessmentRequest } from './epas/assess.ts'
import { cpdassessment } from './epas/cpdassessment.ts'
import { cpdepa } from './epas/cpdepa.ts'
import { readEpaProgress } from './epas/progress.ts'
import { attendEvent, recordAtEvent } from './events/attend.ts'
import { readEventCalendar } from './events/calendar.ts'
import { cpdattendance, refuseAttendance } from './events/cpdattendance.ts'
import { cpdevent } from './events/cpdevent.ts'
import { evidence } from './evidence_access.ts'
import { addEvidenceContent, viewEvidence } from './evidence_files.ts'
import { answerFeedback, readFeedbackRequest } from './feedback/answer.ts'
import { approveColleagues, refuseColleagues } from './feedback/approval.ts'
import { devfeedback } from './feedback/devfeedback.ts'
import { closeRound, inviteColleagues, remindColleagues } from './feedback/invite.ts'
import { listColleagues, readFeedbackResults } from './feedback/results.ts'
import { devform } from './forms/devform.ts'
import { devformtemplate } from './forms/devformtemplate.ts'
import { agreeForm, returnForm, submitForm } from './forms/form_actions.ts'
import { importCpd } from './import/import.ts'
import { readWorkbook } from './import/read_workbook.ts'
import { chargeMatrix } from './matrix/charge.ts'
import { readCpdMatrix } from './matrix/matrix.ts'
import { readProgress } from './matrix/progress.ts'
import { readRegister } from './matrix/register.ts'
import { makeResultsOfTheDay } from './matrix/renew.ts'
import { writeToMatrix } from './matrix/write_to.ts'
import { listAskable } from './people/askable.ts'
import { certificationsOfUser } from './people/certifications.ts'
import { listContacts } from './people/contacts.ts'
import { devqualification } from './people/devqualification.ts'
import { userrelationship } from './people/userrelationship.ts'
import { copySharedGoalsToPeople } from './plans/copy_goals.ts'
import { listCurrentPlans } from './plans/current_plans.ts'
import { devgoal } from './plans/devgoal.ts'
import { devgoalprogress } from './plans/devgoalprogress.ts'
import { devplan } from './plans/devplan.ts'
import { agreePlan, listSnapshots, returnPlan, reviewPlan, submitPlan } from './plans/plan_actions.ts'
import { eraseFromPlan, recordInPlan } from './plans/record_actions.ts'
import { readMaxCaseNumber, readNextCaseNumber } from './procedures/case_numbers.ts'
import { procedure } from './procedures/procedure.ts'
import {
  approveProcedure,
  findByHealthNumber,
  readHealthNumber,
  submitProcedure,
} from './procedures/procedure_actions.ts'
import { procedureterm } from './procedures/procedureterm.ts'
import { readRefdata } from './refdata.ts'
import { makeCpdReminders } from './reminders.ts'
import { addReportFiles, readReportOfPlan } from './report/routes.ts'
import { listSentReports, sendReport } from './report/sendreport.ts'
import { readCpdStats } from './results/stats.ts'
import { cpdrotation } from './rotations/cpdrotation.ts'
import { superviseRotation } from './rotations/supervise.ts'
import { devwaiver } from './waivers/devwaiver.ts'
import { addWaiverLetter } from './waivers/letter.ts'
import { listRequirements } from './waivers/requirements.ts'
import { answerAboutWaiver, appealWaiver, askAboutWaiver, decideWaiver } from './waivers/steps.ts'

const definitions = ['cpd_epa', 'devcategory', 'cpd_standard', 'devcycle', 'devformtemplate', 'procedure_term'] as const
const records = [
  'cpd_rotation',
  'cpd_assessment',
  'devactivity',
  'procedure',
  'devgoal',
  'devgoalprogress',
  'devfeedback',
  'devform',
  'devqualification',
  'devwaiver',
  'userrelationship',
] as const

/** Continuing professional development. */
export const cpd = defineDomain({
  feature: 'cpd',
  keys: { routes: { 'GET cpd/stats': 'read' } },
  areas: { rest: 'cpd' },
  async requires({ viewer, query, body }) {
    if (viewer) checkFeature(viewer, { ...(query as object), ...(body as object) })
  },
  begin: (_app, { db }) => storeBuiltIn(db),
  background: (context) => [
    makeCpdReminders(context),
    makeClosingOfCycles(context),
    makeClosingOfOwnPeriods(context),
    makeAuditNotices(context),
    makeResultsOfTheDay(context),
  ],
  jobs: [closing],
  page_names: [
    'matrix',
    'progress',
    'auditdraw',
    'auditdraws',
    'audit',
    'audits',
    'certificate',
    'plan',
    'plans',
    'goal',
    'goals',
    'activity',
    'activities',
    'form',
    'forms',
    'qualification',
    'qualifications',
    'category',
    'categories',
    'cycle',
    'cycles',
    'relationships',
    'formtemplate',
    'formtemplates',
    'standard',
    'standards',
    'waiver',
    'waivers',
    'attend',
    'feedback',
    'feedbackrounds',
    'feedbackround',
    'assessment',
    'assessments',
    'epas',
    'epa',
    'rotations',
    'rotation',
    'report',
  ],
  resources: {
    cpdassessment,
    cpdepa,
    cpdattendance,
    cpdaudit,
    cpdauditdraw,
    cpdcertificate,
    cpdevent,
    cpdrotation,
    cpdstandard,
    devactivity,
    devcategory,
    devcycle,
    devfeedback,
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
    notifyDrawn,
    submitAudit,
    judgeActivity,
    askForMore,
    decideAudit,
    appealAudit,
    addAuditLetter,
    askAboutWaiver,
    answerAboutWaiver,
    decideWaiver,
    appealWaiver,
    addWaiverLetter,
    readFeedbackRequest,
    answerFeedback,
    inviteColleagues,
    approveColleagues,
    refuseColleagues,
    remindColleagues,
    closeRound,
    readFeedbackResults,
    listColleagues,
    issueCertificate,
    issueCertificates,
    checkCertificate,
    addCertificateFiles,
    attendEvent,
    recordAtEvent,
    readCourseKey,
    makeCourseKey,
    endCourseKey,
    refuseAttendance,
    readEventCalendar,
    adoptStandard,
    listCurrentCycles,
    expireCycle,
    reopenCycle,
    undoExpiry,
    reopenPlan,
    listCurrentPlans,
    submitPlan,
    recordInPlan,
    eraseFromPlan,
    agreePlan,
    reviewPlan,
    returnPlan,
    listSnapshots,
    listRequirements,
    copySharedGoalsToPeople,
    verifyActivity,
    shareActivity,
    readNextCaseNumber,
    readMaxCaseNumber,
    submitProcedure,
    approveProcedure,
    readHealthNumber,
    findByHealthNumber,
    submitForm,
    agreeForm,
    returnForm,
    listAskable,
    listContacts,
    readRefdata,
    readCpdStats,
    readCpdMatrix,
    readRegister,
    readProgress,
    writeToMatrix,
    chargeMatrix,
    viewEvidence,
    addEvidenceContent,
    readReportOfPlan,
    addReportFiles,
    listSentReports,
    sendReport,
    readCpdCharts,
    readCalendar,
    importCpd,
    readWorkbook,
    superviseRotation,
    makeAssessment,
    readAssessmentRequest,
    answerAssessment,
    readEpaProgress,
  ],
  pages: [addCourseStatements],
  evidence,
  certifications: certificationsOfUser,
  quotas: {
    cpd_definitions: ofRows(
      'organisation',
      5000,
      'categories, standards, cycles, shared goals, form templates and terms',
      ({ id }) => sql`(${allOf(definitions, sql`organisation_id = ${id}`)}
        union all select 1 from devgoal where organisation_id = ${id} and user_id is null) d`,
    ),
    cpd_events: ofOrganisation(10_000, 'events', 'cpd_event'),
    cpd_records_of_person: ofRows(
      'member',
      20_000,
      'records of professional development',
      ({ id, organisation_id }) =>
        sql`(${allOf(records, sql`organisation_id = ${organisation_id} and user_id = ${id}`)}) d`,
    ),
  },
  figures: [
    ofCpd('submitted_audits', 'cpdaudit', { state: 'submitted' }),
    ofCpd('appealed_audits', 'cpdaudit', { state: 'appealed' }),
    ofCpd('submitted_plans', 'devplan', { state: 'submitted' }),
    ofCpd('draft_plans', 'devplan', { state: 'draft', open: true }),
    ofCpd('asked_waivers', 'devwaiver', { state: 'requested' }),
    ofCpd('cases_for_review', 'procedure', { state: 'for_review' }),
    ofCpd('submitted_forms', 'devform', { state: 'submitted' }),
    ofCpd('unconfirmed_qualifications', 'devqualification', { state: 'unconfirmed' }),
    ofCpd('lapsed_qualifications', 'devqualification', { state: 'lapsed' }),
  ],
})

function ofCpd(name: string, list: string, query: ListQuery): Figure {
  return { name, list, of: 'organisation', feature: 'cpd', query: () => query }
}
