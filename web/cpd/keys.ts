/** Keys of what this domain keeps in TanStack Query. Those that begin with `rows` follow changes of rows. */
export const keys = {
  /** Categories, terms, templates and standards. */
  cpdRefdata: (organisation_id: number) => ['rows', 'devcategory', 'refdata', organisation_id] as const,
  /** What counts for a person. It changes with each activity. @param cycle_id null: the current one */
  cpdStats: (organisation_id: number, user_id: number, cycle_id: number | null) =>
    ['rows', 'devactivity', 'stats', organisation_id, user_id, cycle_id] as const,
  /** Hours by month and procedures by role: they change with activities and procedures. */
  cpdCharts: (organisation_id: number, user_id: number, cycle_id: number) =>
    ['rows', 'devactivity', 'charts', organisation_id, user_id, cycle_id] as const,
  currentCycles: (organisation_id: number) => ['rows', 'devcycle', 'current', organisation_id] as const,
  /** The newest rows of a query. */
  recent: (resource: string, organisation_id: number, query: object) =>
    ['rows', resource, 'recent', organisation_id, query] as const,
  /** Number of rows that wait for the person. */
  waiting: (resource: string, organisation_id: number) => ['rows', resource, 'waiting', organisation_id] as const,
  epas: (organisation_id: number) => ['rows', 'cpdepa', 'active', organisation_id] as const,
  epaProgress: (organisation_id: number) => ['rows', 'cpdassessment', 'progress', organisation_id] as const,
  rotation: (id: number) => ['rows', 'cpdrotation', 'one', id] as const,
  rotationsOfPlan: (devplan_id: number) => ['rows', 'cpdrotation', 'plan', devplan_id] as const,
  colleagues: (devfeedback_id: number) => ['rows', 'devfeedback', 'colleagues', devfeedback_id] as const,
  feedbackResults: (devfeedback_id: number) => ['rows', 'devfeedback', 'results', devfeedback_id] as const,
  requirements: (devplan_id: number) => ['rows', 'devplan', 'requirements', devplan_id] as const,
  waivers: (devplan_id: number) => ['rows', 'devwaiver', 'plan', devplan_id] as const,
  /** Reports of a plan, with their delivery. */
  sentReports: (devplan_id: number) => ['sentReports', devplan_id] as const,
  activitiesOfCycle: (organisation_id: number, user_id: number, cycle_id: number) =>
    ['rows', 'devactivity', 'cycle', organisation_id, user_id, cycle_id] as const,
  goalsOfPlan: (devplan_id: number) => ['rows', 'devgoal', 'plan', devplan_id] as const,
  activitiesOfGoal: (devgoal_id: number) => ['rows', 'devactivity', 'goal', devgoal_id] as const,
  progressOfGoal: (devgoal_id: number) => ['rows', 'devgoalprogress', 'goal', devgoal_id] as const,
  /** Supervisors and trainees of the person. */
  cpdReport: (user_id: number, cycle_id: number) => ['rows', 'devactivity', 'report', user_id, cycle_id] as const,
  /** A page of the people of a cycle. */
  cpdMatrix: (query: object, page: number) => ['rows', 'devactivity', 'matrix', query, page] as const,
  cpdProgress: (cycle_id: number, by: string | null) => ['rows', 'devactivity', 'progress', cycle_id, by] as const,
  cpdContacts: (organisation_id: number) => ['rows', 'userrelationship', 'contacts', organisation_id] as const,
  nextCase: (organisation_id: number, user_id: number) =>
    ['rows', 'procedure', 'next', organisation_id, user_id] as const,
  sharedGoals: (devcycle_id: number) => ['rows', 'devgoal', 'shared', devcycle_id] as const,
  cycles: (organisation_id: number) => ['rows', 'devcycle', 'all', organisation_id] as const,
  openGoals: (organisation_id: number, user_id: number) =>
    ['rows', 'devgoal', 'open', organisation_id, user_id] as const,
  cpdDates: (organisation_id: number) => ['rows', 'devqualification', 'dates', organisation_id] as const,
  planOf: (organisation_id: number, user_id: number, devcycle_id: number) =>
    ['rows', 'devplan', 'of', organisation_id, user_id, devcycle_id] as const,
  qualificationsOf: (organisation_id: number, user_id: number) =>
    ['rows', 'devqualification', 'of', organisation_id, user_id] as const,
  courseKey: (organisation_id: number) => ['courseKey', organisation_id] as const,
  attendances: (cpd_event_id: number) => ['rows', 'cpdattendance', 'event', cpd_event_id] as const,
  /** The event that a link is of. */
  attending: (code: string) => ['rows', 'cpdattendance', 'link', code] as const,
  activeEpas: (organisation_id: number) => ['rows', 'cpdepa', 'active', organisation_id] as const,
  standards: () => ['rows', 'cpdstandard', 'all'] as const,
  /** The plans of the open cycles. */
  currentPlans: (organisation_id: number) => ['rows', 'devplan', 'current', organisation_id] as const,
}
