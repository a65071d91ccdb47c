/**
 * The keys of TanStack Query, all in one place: a key that two files spell differently is cached twice and invalidated
 * once.
 *
 * What begins with `rows(resource)` shows rows of that resource, and is fetched again when one of them has changed.
 */
export const queryKeys = {
  rows: (resource: string) => ['rows', resource] as const,
  /** All pages of a list. */
  pages: (resource: string) => ['rows', resource, 'page'] as const,
  /** One page of a list. */
  page: (resource: string, query: object, page: number) => ['rows', resource, 'page', query, page] as const,
  /** One row, by its id. */
  record: (resource: string, id: number) => ['record', resource, id] as const,
  /** Rows that a field may refer to. @param scope what limits them, as the organisation's id */
  referenceSearch: (resource: string, scope: number, search: string) =>
    ['rows', resource, 'references', scope, search] as const,
  reference: (resource: string, scope: number, id: number) => ['rows', resource, 'reference', scope, id] as const,

  /** The name and size of the file that a field has. */
  fileOfField: (id: number) => ['fileOfField', id] as const,

  savedReports: (organisation_id: number, report: string) =>
    ['rows', 'reportconfig', 'menu', organisation_id, report] as const,
  /** That the texts of all domains are loaded. */
  allTexts: ['texts'] as const,
  permissions: (organisation_id: number) => ['userpermissions', organisation_id] as const,
  trackers: (organisation_id: number) => ['rows', 'tracker', 'all', organisation_id] as const,
  tracker: (id: number) => ['rows', 'tracker', 'one', id] as const,
  /** @param changes what makes the answer another one: the counts by status */
  urgentTrackers: (organisation_id: number, changes: string) =>
    ['rows', 'tracker', 'urgent', organisation_id, changes] as const,
  trackerCount: (organisation_id: number) => ['tracker', 'count', organisation_id] as const,
  trackerPages: (organisation_id: number, search: string, state: string | null) =>
    ['tracker', 'pages', organisation_id, search, state] as const,
  latestEvent: (tracker_id: number) => ['tracker', 'latest', tracker_id] as const,
  lastReport: (tracker_id: number) => ['tracker', 'lastReport', tracker_id] as const,
  /** An event together with its tracker. */
  event: (id: number) => ['trackerevent', id] as const,
  boundaries: (organisation_id: number) => ['rows', 'boundary', 'all', organisation_id] as const,
  boundaryLimit: (organisation_id: number) => ['boundaryLimit', organisation_id] as const,
  /** @param version of the shape that is simplified */
  simplifiedShape: (organisation_id: number, version: number) => ['simplifiedShape', organisation_id, version] as const,
  containingBoundaries: (id: number) => ['rows', 'boundary', 'containing', id] as const,
  /** @param open the ids of open alerts */
  alertSummary: (organisation_id: number, from: string, open: string) =>
    ['rows', 'alert', 'summary', organisation_id, from, open] as const,
  openAlerts: (organisation_id: number) => ['rows', 'alert', 'open', organisation_id] as const,
  lastPositions: (organisation_id: number) => ['lastPositions', organisation_id] as const,
  trail: (tracker_id: number | null) => ['trail', tracker_id] as const,
  track: (tracker_id: number, from: string, to: string) => ['track', tracker_id, from, to] as const,
  lastFixBefore: (tracker_id: number, to: string) => ['lastFixBefore', tracker_id, to] as const,
  sharedTracker: (token: string) => ['share', token] as const,
  shareLinks: (tracker_id: number) => ['shareLinks', tracker_id] as const,

  folders: (organisation_id: number) => ['rows', 'file', 'folders', organisation_id] as const,
  /** A folder that the tree of folders does not have: it is too large. */
  folder: (id: number) => ['rows', 'file', 'folder', id] as const,
  /** Who stores how much. */
  filePeople: (organisation_id: number) => ['rows', 'file', 'people', organisation_id] as const,
  fileUsage: (organisation_id: number) => ['rows', 'file', 'usage', organisation_id] as const,
  /** The signed address of a file's content, which works for a minute. */
  fileAddress: (id: number, sha256: string | null) => ['fileAddress', id, sha256] as const,
  /** The beginning of a text file. */
  fileText: (id: number, sha256: string | null) => ['fileText', id, sha256] as const,
  /** What is attached. @param of `tracker_id`, `boundary_id` or `message_id` with its id */
  attachments: (of: object) => ['rows', 'attachment', 'of', of] as const,
  /** Files that may be attached, by their names. */
  attachable: (organisation_id: number, search: string) =>
    ['rows', 'file', 'attachable', organisation_id, search] as const,
  jobs: (user_id: number) => ['jobs', user_id] as const,

  /** What can be bought. @param organisation_id null: of the organisation that the server shows to guests */
  store: (organisation_id: number | null) => ['rows', 'product', 'store', organisation_id] as const,
  /** What one has bought of an organisation. */
  ownSubscriptions: (organisation_id: number) => ['rows', 'subscription', 'own', organisation_id] as const,
  /** What changing a subscription to another product costs. */
  subscriptionChange: (id: number, product_id: number) => ['subscriptionChange', id, product_id] as const,
  /** Codes that an invoice's lines refer to, such as `accounts`. */
  invoicing: (list: string, organisation_id: number) => ['rows', list, 'invoicing', organisation_id] as const,
  /** What an invoice's PDF shows. */
  invoiceDocument: (id: number) => ['rows', 'invoice', 'document', id] as const,
  invoiceTotals: (query: object) => ['rows', 'invoice', 'totals', query] as const,
  /** How an organisation's new invoices begin. */
  billingConfig: (organisation_id: number) => ['rows', 'billingconfig', organisation_id] as const,
  /** All rows of what invoices and products name: few, for selects. */
  books: (resource: string, organisation_id: number) => ['rows', resource, 'books', organisation_id] as const,
  storeOrganisations: () => ['rows', 'product', 'organisations'] as const,
  subscriptionReminders: (id: number) => ['rows', 'subscription', 'reminders', id] as const,
  /** The accounting and payment providers of an organisation. */
  connections: (organisation_id: number) => ['connections', organisation_id] as const,

  members: (organisation_id: number) => ['rows', 'membership', 'all', organisation_id] as const,
  memberNames: (organisation_id: number) => ['rows', 'membership', 'names', organisation_id] as const,
  memberSearch: (organisation_id: number, search: string) =>
    ['rows', 'membership', 'search', organisation_id, search] as const,
  membership: (organisation_id: number, user_id: number | null) => ['membership', organisation_id, user_id] as const,
  sessions: () => ['sessions'] as const,
  /** What deleting an account concerns. */
  consequences: (user_id: number) => ['consequences', user_id] as const,
  userConfig: (organisation_id: number, user_id: number) => ['userconfig', organisation_id, user_id] as const,
  userTrackerConfigs: (organisation_id: number, user_id: number) =>
    ['usertrackerconfigs', organisation_id, user_id] as const,
  alertTest: (message_ids: number[]) => ['alertTest', message_ids] as const,
  /** What the server answers about a token that came by mail. */
  mailedToken: (path: string, token: string) => ['mailedToken', path, token] as const,

  adminOverview: (organisation_id: number, from: string) => ['adminOverview', organisation_id, from] as const,
  platform: () => ['platform'] as const,
  tasks: (organisation_id: number, from: string) => ['tasks', organisation_id, from] as const,
  organisations: () => ['rows', 'organisation', 'all'] as const,
  organisationNames: () => ['rows', 'organisation', 'names'] as const,
  organisationConfig: (organisation_id: number) => ['organisationconfig', organisation_id] as const,
  usage: (organisation_id: number) => ['usage', organisation_id] as const,
  usageOfDays: (organisation_id: number, timezone: string) => ['usage', organisation_id, 'days', timezone] as const,

  personTemplates: (organisation_id: number) => ['rows', 'messagetemplate', 'person', organisation_id] as const,
  builtInTemplates: () => ['messagetemplate', 'builtin'] as const,
  templatePreview: (template: object) => ['messagetemplate', 'preview', template] as const,
  unread: (user_id: number) => ['unread', user_id] as const,
  currentNotifications: (user_id: number) => ['currentNotifications', user_id] as const,
  push: () => ['push'] as const,
  pushHere: () => ['push', 'here'] as const,
  pushSubscriptions: () => ['push', 'all'] as const,
  recipientChecks: () => ['recipientCheck'] as const,
  recipientCheck: (organisation_id: number, channel: string, addresses: string) =>
    ['recipientCheck', organisation_id, channel, addresses] as const,

  /** A page as readers see it. */
  currentPage: (organisation_id: number | null, locale: string, key: string) =>
    ['rows', 'pagecontent', 'current', organisation_id, locale, key] as const,
  currentPages: (organisation_id: number | null) => ['rows', 'pagecontent', 'current', organisation_id] as const,
  /** The published versions of a page. */
  pageVersions: (page_content_id: number) => ['rows', 'pagecontent', 'versions', page_content_id] as const,
  /** FAQs as readers see them. */
  currentFaqs: (organisation_id: number | null, locale: string, search: string) =>
    ['rows', 'faq', 'current', organisation_id, locale, search] as const,
  faqOrder: (filters: object) => ['rows', 'faq', 'order', filters] as const,

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
  cpdContacts: (organisation_id: number) => ['rows', 'userrelationship', 'contacts', organisation_id] as const,
  nextCase: (organisation_id: number, user_id: number) =>
    ['rows', 'procedure', 'next', organisation_id, user_id] as const,
  sharedGoals: (devcycle_id: number) => ['rows', 'devgoal', 'shared', devcycle_id] as const,
  cycles: (organisation_id: number) => ['rows', 'devcycle', 'all', organisation_id] as const,
  openGoals: (organisation_id: number, user_id: number) =>
    ['rows', 'devgoal', 'open', organisation_id, user_id] as const,
  /** The plans of the open cycles. */
  currentPlans: (organisation_id: number) => ['rows', 'devplan', 'current', organisation_id] as const,

  websites: () => ['website'] as const,
  website: (of: number | 'installation' | 'guest') => ['website', of] as const,
  ownWebsite: (organisation_id: number) => ['website', organisation_id, 'own'] as const,
  map: () => ['map'] as const,
  mapStyles: (basemap: string) => ['mapStyle', basemap] as const,
  mapStyle: (basemap: string, scheme: string, language: string) => ['mapStyle', basemap, scheme, language] as const,
  installation: () => ['options'] as const,
  ownInstallation: () => ['options', 'own'] as const,
}
