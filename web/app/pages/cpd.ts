import type { Pages } from './entry.ts'

/** Pages of professional development, by who may see them. */

export const requiresAuth = {
  '/app/dashboard': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/dashboard/DashboardPage.tsx')).DashboardPage,
  },
  '/app/plans': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/plan/PlansPage.tsx')).PlansPage,
  },
  '/app/plan': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/plan/PlanPage.tsx')).PlanPage,
  },
  '/app/goals': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/goals/GoalsPage.tsx')).GoalsPage,
  },
  '/app/goal': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/goals/GoalPage.tsx')).GoalPage,
  },
  '/app/goal/edit': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/goals/GoalEditPage.tsx')).GoalEditPage,
  },
  '/app/procedures': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/procedures/ProceduresPage.tsx')).ProceduresPage,
  },
  '/app/procedure': {
    texts: ['files', 'cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/procedures/ProcedurePage.tsx')).ProcedurePage,
  },
  '/app/procedure/edit': {
    texts: ['files', 'cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/procedures/ProcedureEditPage.tsx')).ProcedureEditPage,
  },
  '/app/forms': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/forms/FormsPage.tsx')).FormsPage,
  },
  '/app/form': {
    texts: ['cpd', 'files'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/forms/FormPage.tsx')).FormPage,
  },
  '/app/form/edit': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/forms/FormEditPage.tsx')).FormEditPage,
  },
  '/app/qualifications': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/qualifications/QualificationsPage.tsx')).QualificationsPage,
  },
  '/app/qualification': {
    texts: ['files', 'cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/qualifications/QualificationPage.tsx')).QualificationPage,
  },
  '/app/userrelationships': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/relationships/RelationshipsPage.tsx')).RelationshipsPage,
  },
  '/app/userrelationship': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/relationships/RelationshipPage.tsx')).RelationshipPage,
  },
  '/app/userrelationship/edit': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/relationships/RelationshipEditPage.tsx')).RelationshipEditPage,
  },
  '/app/categories': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/categories/CategoriesPage.tsx')).CategoriesPage,
  },
  '/app/cycles': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/cycles/CyclesPage.tsx')).CyclesPage,
  },
  '/app/cpd/import': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/import/ImportPage.tsx')).ImportPage,
  },
  '/app/activities': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/activities/ActivitiesPage.tsx')).ActivitiesPage,
  },
  '/app/activity': {
    texts: ['files', 'cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/activities/ActivityPage.tsx')).ActivityPage,
  },
  '/app/activity/edit': {
    texts: ['files', 'cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/activities/ActivityEditPage.tsx')).ActivityEditPage,
  },
  '/report/:user_id/cycle/:cycle_id': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/report/ReportPage.tsx')).ReportPage,
  },
  '/app/matrix': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/matrix/MatrixPage.tsx')).MatrixPage,
  },
} satisfies Pages

export const requiresAdmin = {
  '/app/formtemplates/admin': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/templates/TemplatesPage.tsx')).TemplatesPage,
  },
  '/app/formtemplate/admin': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/templates/TemplatePage.tsx')).TemplatePage,
  },
  '/app/categories/admin': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/categories/CategoriesPage.tsx')).CategoriesPage,
  },
  '/app/category/admin': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/categories/CategoryAdminPage.tsx')).CategoryAdminPage,
  },
  '/app/cycles/admin': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/cycles/CyclesPage.tsx')).CyclesPage,
  },
  '/app/cycle/admin': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/cycles/CycleAdminPage.tsx')).CycleAdminPage,
  },
  '/app/goals/admin': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/goals/SharedGoalsPage.tsx')).SharedGoalsPage,
  },
  '/app/goal/admin': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/goals/SharedGoalPage.tsx')).SharedGoalPage,
  },
  '/app/auditdraws/admin': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/audit/AuditDrawsPage.tsx')).AuditDrawsPage,
  },
  '/app/auditdraw/admin': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/audit/AuditDrawPage.tsx')).AuditDrawPage,
  },
  '/app/standards/admin': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/standards/StandardsPage.tsx')).StandardsPage,
  },
  '/app/standard/admin': {
    texts: ['cpd'],
    feature: 'cpd',
    load: async () => (await import('../../cpd/standards/StandardPage.tsx')).StandardPage,
  },
} satisfies Pages
