import { type PathsOf, path, pathTo } from '../core/paths.ts'
import type { Door } from '../kit/door.ts'
import type { cpd as texts } from '../locales/en/cpd.ts'

const pages = {
  open: {
    /** Whether a certificate holds, for anyone who is shown one. */
    certificate: {
      path: path<{ code?: string }>('/app/certificate'),
      feature: null,
      load: async () => (await import('./certificates/CertificatePage.tsx')).CertificatePage,
    },
    /** What an assessor is asked for who has its link. */
    assessmentLink: {
      path: path('/app/assessment'),
      feature: null,
      load: async () => (await import('./epas/LinkPage.tsx')).LinkPage,
    },
    /** The form about a person, for a colleague who has its link. */
    feedback: {
      path: path('/app/feedback'),
      feature: null,
      load: async () => (await import('./feedback/AnswerPage.tsx')).AnswerPage,
    },
  },
  member: {
    cpd: {
      path: path<{ cycle?: number }>('/app/dashboard'),
      load: async () => (await import('./dashboard/DashboardPage.tsx')).DashboardPage,
    },
    plans: {
      path: path<{ state?: string; of?: 'mine' | 'waiting' | 'waiver'; cycle?: 'open' }>('/app/plans'),
      load: async () => (await import('./plan/PlansPage.tsx')).PlansPage,
    },
    /** Without an id the plan of the current cycle; `user` and `cycle` name one that may not have been made yet. */
    plan: {
      path: path<{ id?: number; user?: number; cycle?: number }>('/app/plan'),
      texts: ['files', 'cpd'],
      resource: 'devplan',
      load: async () => (await import('./plan/PlanPage.tsx')).PlanPage,
    },
    cpdEvents: {
      path: path<{ when?: 'coming' | 'past' }>('/app/cpdevents'),
      load: async () => (await import('./events/EventsPage.tsx')).EventsPage,
    },
    cpdEvent: {
      path: path<{ id: number }>('/app/cpdevent'),
      resource: 'cpdevent',
      load: async () => (await import('./events/EventPage.tsx')).EventPage,
    },
    cpdEventEdit: {
      path: path<{ id?: number }>('/app/cpdevent/edit'),
      resource: 'cpdevent',
      load: async () => (await import('./events/EventEditPage.tsx')).EventEditPage,
    },
    /** What the QR code of an event opens. */
    attend: {
      path: path<{ code: string }>('/app/attend'),
      load: async () => (await import('./events/AttendPage.tsx')).AttendPage,
    },
    waiver: {
      path: path<{ id: number }>('/app/waiver'),
      texts: ['files', 'cpd'],
      resource: 'devwaiver',
      load: async () => (await import('./waivers/WaiverPage.tsx')).WaiverPage,
    },
    waivers: {
      path: path<{ state?: string; of?: 'mine' }>('/app/waivers'),
      load: async () => (await import('./waivers/WaiversPage.tsx')).WaiversPage,
    },
    goals: {
      path: path<{ state?: string }>('/app/goals'),
      load: async () => (await import('./goals/GoalsPage.tsx')).GoalsPage,
    },
    goal: {
      path: path<{ id: number }>('/app/goal'),
      resource: 'devgoal',
      load: async () => (await import('./goals/GoalPage.tsx')).GoalPage,
    },
    goalEdit: {
      path: path<{ id?: number; plan?: number }>('/app/goal/edit'),
      resource: 'devgoal',
      load: async () => (await import('./goals/GoalEditPage.tsx')).GoalEditPage,
    },
    procedures: {
      path: path<{ state?: string; of?: 'waiting' | 'all' }>('/app/procedures'),
      load: async () => (await import('./procedures/ProceduresPage.tsx')).ProceduresPage,
    },
    procedure: {
      path: path<{ id: number }>('/app/procedure'),
      texts: ['files', 'cpd'],
      resource: 'procedure',
      load: async () => (await import('./procedures/ProcedurePage.tsx')).ProcedurePage,
    },
    /** @param entry the key of one that was not sent yet */
    procedureEdit: {
      path: path<{ id?: number; entry?: string }>('/app/procedure/edit'),
      texts: ['files', 'cpd'],
      resource: 'procedure',
      load: async () => (await import('./procedures/ProcedureEditPage.tsx')).ProcedureEditPage,
    },
    forms: {
      path: path<{ state?: string; of?: 'waiting' }>('/app/forms'),
      load: async () => (await import('./forms/FormsPage.tsx')).FormsPage,
    },
    form: {
      path: path<{ id: number }>('/app/form'),
      texts: ['cpd', 'files'],
      resource: 'devform',
      load: async () => (await import('./forms/FormPage.tsx')).FormPage,
    },
    formEdit: {
      path: path<{ id?: number; template?: number; rotation?: number }>('/app/form/edit'),
      resource: 'devform',
      load: async () => (await import('./forms/FormEditPage.tsx')).FormEditPage,
    },
    feedbackRounds: {
      path: path<{ of?: 'mine' | 'waiting' }>('/app/feedbackrounds'),
      load: async () => (await import('./feedback/RoundsPage.tsx')).RoundsPage,
    },
    feedbackRound: {
      path: path<{ id: number }>('/app/feedbackround'),
      resource: 'devfeedback',
      load: async () => (await import('./feedback/RoundPage.tsx')).RoundPage,
    },
    feedbackRoundNew: {
      path: path('/app/feedbackround/new'),
      load: async () => (await import('./feedback/NewRoundPage.tsx')).NewRoundPage,
    },
    qualifications: {
      path: path<{ state?: string }>('/app/qualifications'),
      load: async () => (await import('./qualifications/QualificationsPage.tsx')).QualificationsPage,
    },
    qualification: {
      path: path<{ id?: number; person?: number }>('/app/qualification'),
      texts: ['files', 'cpd'],
      resource: 'devqualification',
      load: async () => (await import('./qualifications/QualificationPage.tsx')).QualificationPage,
    },
    relationships: {
      path: path<{ state?: string }>('/app/userrelationships'),
      load: async () => (await import('./relationships/RelationshipsPage.tsx')).RelationshipsPage,
    },
    relationship: {
      path: path<{ id: number }>('/app/userrelationship'),
      resource: 'userrelationship',
      load: async () => (await import('./relationships/RelationshipPage.tsx')).RelationshipPage,
    },
    relationshipEdit: {
      path: path('/app/userrelationship/edit'),
      load: async () => (await import('./relationships/RelationshipEditPage.tsx')).RelationshipEditPage,
    },
    categories: {
      path: path('/app/categories'),
      load: async () => (await import('./categories/CategoriesPage.tsx')).CategoriesPage,
    },
    assessments: {
      path: path<{ of?: 'mine' | 'waiting' }>('/app/assessments'),
      load: async () => (await import('./epas/AssessmentsPage.tsx')).AssessmentsPage,
    },
    assessmentOf: {
      path: path<{ id: number }>('/app/assessments/one'),
      texts: ['files', 'cpd'],
      resource: 'cpdassessment',
      load: async () => (await import('./epas/AssessmentPage.tsx')).AssessmentPage,
    },
    assessmentNew: {
      path: path('/app/assessments/new'),
      texts: ['files', 'cpd'],
      load: async () => (await import('./epas/NewAssessmentPage.tsx')).NewAssessmentPage,
    },
    epaProgress: {
      path: path('/app/assessments/progress'),
      load: async () => (await import('./epas/ProgressPage.tsx')).ProgressPage,
    },
    rotations: {
      path: path<{ phase?: string; of?: 'mine' | 'waiting' }>('/app/rotations'),
      load: async () => (await import('./rotations/RotationsPage.tsx')).RotationsPage,
    },
    rotation: {
      path: path<{ id: number }>('/app/rotation'),
      resource: 'cpdrotation',
      load: async () => (await import('./rotations/RotationPage.tsx')).RotationPage,
    },
    rotationNew: {
      path: path('/app/rotation/new'),
      load: async () => (await import('./rotations/NewRotationPage.tsx')).NewRotationPage,
    },
    cycles: { path: path('/app/cycles'), load: async () => (await import('./cycles/CyclesPage.tsx')).CyclesPage },
    cpdImport: {
      path: path<{ kind?: 'activities' | 'procedures' | 'rotations' | 'people' }>('/app/cpd/import'),
      load: async () => (await import('./import/ImportPage.tsx')).ImportPage,
    },
    activities: {
      path: path<{ state?: string; category?: number; of?: 'waiting' | 'all'; split?: 'none' | 'others' }>(
        '/app/activities',
      ),
      load: async () => (await import('./activities/ActivitiesPage.tsx')).ActivitiesPage,
    },
    activity: {
      path: path<{ id: number }>('/app/activity'),
      texts: ['files', 'cpd'],
      resource: 'devactivity',
      load: async () => (await import('./activities/ActivityPage.tsx')).ActivityPage,
    },
    activityEdit: {
      path: path<{ id?: number; goal?: number; category?: number; entry?: string }>('/app/activity/edit'),
      texts: ['files', 'cpd'],
      resource: 'devactivity',
      load: async () => (await import('./activities/ActivityEditPage.tsx')).ActivityEditPage,
    },
    cpdReport: {
      path: pathTo<[user_id: number, cycle_id: number]>('/report/:user_id/cycle/:cycle_id'),
      load: async () => (await import('./report/ReportPage.tsx')).ReportPage,
    },
    audits: {
      path: path<{ draw?: number; state?: string }>('/app/audits'),
      load: async () => (await import('./audit/AuditsPage.tsx')).AuditsPage,
    },
    audit: {
      path: path<{ id: number }>('/app/audit'),
      texts: ['files', 'cpd'],
      resource: 'cpdaudit',
      load: async () => (await import('./audit/AuditPage.tsx')).AuditPage,
    },
    progress: {
      path: path<{ cycle?: number; by?: string }>('/app/progress'),
      load: async () => (await import('./matrix/ProgressPage.tsx')).ProgressPage,
    },
    matrix: {
      path: path<{ cycle?: number; draw?: number; state?: string }>('/app/matrix'),
      load: async () => (await import('./matrix/MatrixPage.tsx')).MatrixPage,
    },
  },
  manager: {
    formTemplates: {
      path: path('/app/formtemplates/admin'),
      load: async () => (await import('./templates/TemplatesPage.tsx')).TemplatesPage,
    },
    formTemplate: {
      path: path<{ id?: number }>('/app/formtemplate/admin'),
      resource: 'devformtemplate',
      load: async () => (await import('./templates/TemplatePage.tsx')).TemplatePage,
    },
    epas: { path: path('/app/epas/admin'), load: async () => (await import('./epas/EpasPage.tsx')).EpasPage },
    epa: {
      path: path<{ id?: number }>('/app/epa/admin'),
      resource: 'cpdepa',
      load: async () => (await import('./epas/EpaPage.tsx')).EpaPage,
    },
    categoriesAdmin: {
      path: path('/app/categories/admin'),
      load: async () => (await import('./categories/CategoriesPage.tsx')).CategoriesPage,
    },
    category: {
      path: path<{ id?: number }>('/app/category/admin'),
      resource: 'devcategory',
      load: async () => (await import('./categories/CategoryAdminPage.tsx')).CategoryAdminPage,
    },
    cyclesAdmin: {
      path: path('/app/cycles/admin'),
      load: async () => (await import('./cycles/CyclesPage.tsx')).CyclesPage,
    },
    cycle: {
      path: path<{ id?: number }>('/app/cycle/admin'),
      resource: 'devcycle',
      load: async () => (await import('./cycles/CycleAdminPage.tsx')).CycleAdminPage,
    },
    sharedGoals: {
      path: path<{ cycle?: number }>('/app/goals/admin'),
      load: async () => (await import('./goals/SharedGoalsPage.tsx')).SharedGoalsPage,
    },
    sharedGoal: {
      path: path<{ id?: number; cycle?: number }>('/app/goal/admin'),
      resource: 'devgoal',
      load: async () => (await import('./goals/SharedGoalPage.tsx')).SharedGoalPage,
    },
    auditDraws: {
      path: path('/app/auditdraws/admin'),
      load: async () => (await import('./audit/AuditDrawsPage.tsx')).AuditDrawsPage,
    },
    auditDraw: {
      path: path<{ id?: number }>('/app/auditdraw/admin'),
      resource: 'cpdauditdraw',
      load: async () => (await import('./audit/AuditDrawPage.tsx')).AuditDrawPage,
    },
    standards: {
      path: path('/app/standards/admin'),
      load: async () => (await import('./standards/StandardsPage.tsx')).StandardsPage,
    },
    standard: {
      path: path<{ id: number }>('/app/standard/admin'),
      resource: 'cpdstandard',
      load: async () => (await import('./standards/StandardPage.tsx')).StandardPage,
    },
  },
} as const

/** Professional development: cycles, plans, goals, activities, procedures and reports. */
export const cpd: Door = {
  name: 'cpd',
  area: 'cpd',
  feature: 'cpd',
  pages,
  start: 'cpd',
  heading: 'cpd',
  menu: [
    { page: 'cpd', label: 'dashboard', mine: 'myDashboard', icon: 'progress', section: 'product' },
    { page: 'plan', label: 'plan', icon: 'plan', section: 'product' },
    { page: 'activities', label: 'activities', icon: 'activities', section: 'product' },
    { page: 'procedures', label: 'procedures', icon: 'procedures', section: 'product' },
    { page: 'forms', label: 'forms', icon: 'forms', section: 'product' },
    { page: 'feedbackRounds', label: 'feedback', icon: 'feedback', section: 'product' },
    { page: 'qualifications', label: 'qualifications', icon: 'qualifications', section: 'product' },
    { page: 'relationships', label: 'relationships', icon: 'relationships', section: 'product' },
    { page: 'rotations', label: 'rotations', icon: 'cycles', section: 'product' },
    { page: 'assessments', label: 'assessments', icon: 'progress', section: 'product' },
    { page: 'cyclesAdmin', label: 'cycles', icon: 'cycles', section: 'setup' },
    { page: 'categoriesAdmin', label: 'categories', icon: 'categories', section: 'setup' },
    { page: 'sharedGoals', label: 'goals', icon: 'plan', section: 'setup' },
    { page: 'epas', label: 'epas', icon: 'progress', section: 'setup' },
    { page: 'formTemplates', label: 'formTemplates', icon: 'forms', section: 'setup' },
    { page: 'matrix', label: 'matrix', icon: 'matrix', section: 'setup' },
  ],
  creates: [{ page: 'activityEdit', label: 'activity', icon: 'activities' }],
}

declare module '../core/paths.ts' {
  interface Paths extends PathsOf<typeof pages> {}
}

declare module '../core/i18n.ts' {
  interface Texts {
    cpd: typeof texts
  }
}
