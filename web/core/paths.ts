/**
 * The path of every page with its query parameters. `web/app/pages.ts` maps paths to pages; no other file of the
 * client writes a path.
 *
 * @example paths.map({ tracker: 7 }) // '/app/map?tracker=7'
 */
export const paths = {
  welcome: page('/app'),
  home: page('/app/home'),
  admin: page('/app/admin'),
  settings: page<{ tab?: string; tracker?: number }>('/app/settings'),
  profile: page('/app/profile/edit'),

  map: page<{ tracker?: number }>('/app/map'),
  replay: page<{ tracker?: number; t?: string }>('/app/replay'),
  trackers: page<{ status?: string }>('/app/trackers'),
  tracker: page<{ id: number }>('/app/tracker'),
  trackerEdit: page<{ id?: number }>('/app/tracker/edit'),
  boundaries: page('/app/boundaries'),
  alerts: page<{
    tracker?: number
    state?: string
    acknowledged?: string
    kind?: string
    range?: string
    from?: string
  }>('/app/alerts'),
  boundaryEdit: page<{ id?: number }>('/app/boundary/edit'),
  events: page<{ tracker?: number }>('/app/trackerevents'),
  event: page<{ id: number }>('/app/trackerevent'),
  share: (token: string) => page(`/app/share/${token}`)(),
  locations: page('/app/locations'),
  location: page<{ id?: number }>('/app/location'),
  reports: page('/app/reportconfigs'),
  report: page<{ id?: number }>('/app/reportconfig'),
  unknownDevices: page<{ status?: string }>('/app/unknowndevices/admin'),

  /** @param folder an id, or `organisation`: what belongs to no person */
  files: page<{ folder?: number | 'organisation'; view?: 'trash'; search?: string }>('/app/files'),
  file: page<{ id: number }>('/app/file'),
  filesAdmin: page<{ tab?: string }>('/app/files/admin'),
  jobs: page<{ state?: string; range?: string }>('/app/jobs/admin'),
  fileEdit: page<{ id: number }>('/app/file/edit'),

  cpd: page<{ cycle?: number }>('/app/dashboard'),
  plans: page<{ state?: string; of?: 'mine' | 'waiting' | 'waiver'; cycle?: 'open' }>('/app/plans'),
  /** Without an id the plan of the current cycle. */
  plan: page<{ id?: number }>('/app/plan'),
  goals: page<{ state?: string }>('/app/goals'),
  goal: page<{ id: number }>('/app/goal'),
  goalEdit: page<{ id?: number; plan?: number }>('/app/goal/edit'),
  procedures: page<{ state?: string; of?: 'waiting' | 'all' }>('/app/procedures'),
  procedure: page<{ id: number }>('/app/procedure'),
  /** @param entry the key of one that was not sent yet */
  procedureEdit: page<{ id?: number; entry?: string }>('/app/procedure/edit'),
  forms: page<{ state?: string; of?: 'waiting' }>('/app/forms'),
  form: page<{ id: number }>('/app/form'),
  formEdit: page<{ id?: number; template?: number }>('/app/form/edit'),
  formTemplates: page('/app/formtemplates/admin'),
  formTemplate: page<{ id?: number }>('/app/formtemplate/admin'),
  qualifications: page<{ state?: string }>('/app/qualifications'),
  qualification: page<{ id?: number }>('/app/qualification'),
  relationships: page<{ state?: string }>('/app/userrelationships'),
  relationship: page<{ id: number }>('/app/userrelationship'),
  relationshipEdit: page('/app/userrelationship/edit'),
  categories: page('/app/categories'),
  categoriesAdmin: page('/app/categories/admin'),
  category: page<{ id?: number }>('/app/category/admin'),
  cycles: page('/app/cycles'),
  cyclesAdmin: page('/app/cycles/admin'),
  cycle: page<{ id?: number }>('/app/cycle/admin'),
  sharedGoals: page<{ cycle?: number }>('/app/goals/admin'),
  sharedGoal: page<{ id?: number; cycle?: number }>('/app/goal/admin'),
  standards: page('/app/standards/admin'),
  standard: page<{ id: number }>('/app/standard/admin'),
  cpdImport: page<{ kind?: 'activities' | 'procedures' | 'people' }>('/app/cpd/import'),
  matrix: page<{ cycle?: number; draw?: number; state?: string }>('/app/matrix'),
  auditDraws: page('/app/auditdraws/admin'),
  auditDraw: page<{ id?: number }>('/app/auditdraw/admin'),
  /** A page that is printed. */
  cpdReport: (user_id: number, cycle_id: number) => page(`/report/${user_id}/cycle/${cycle_id}`)(),
  activities: page<{ state?: string; category?: number; of?: 'waiting' | 'all' }>('/app/activities'),
  activity: page<{ id: number }>('/app/activity'),
  activityEdit: page<{ id?: number; goal?: number; category?: number; entry?: string }>('/app/activity/edit'),

  messages: page<{ tab?: 'sent' | 'drafts' }>('/app/messages'),
  message: page<{ id?: number; reply?: number }>('/app/message'),
  allMessages: page<{ state?: string; range?: string }>('/app/messages/admin'),
  templates: page<{ tab?: 'person' }>('/app/messagetemplates/admin'),
  template: page<{ id?: number; kind?: 'person' }>('/app/messagetemplate/admin'),
  reminders: page('/app/remindermessages/admin'),
  reminder: page<{ id?: number }>('/app/remindermessage/admin'),
  recipients: page('/app/recipients/admin'),
  newsletters: page('/app/newsletters/admin'),
  newsletter: page<{ id?: number; everybody?: number }>('/app/newsletter/admin'),
  notifications: page('/app/notifications/admin'),
  notification: page<{ id?: number }>('/app/notification/admin'),
  outbox: page<{ id?: number }>('/app/outbox/admin'),

  store: page('/app/store'),
  myMembership: page('/app/membership'),
  transactions: page('/app/transactions'),
  transaction: page<{ id: number }>('/app/transaction'),
  allTransactions: page('/app/transactions/admin'),
  /** An invoice as the person reads it who owes it. */
  invoice: page<{ id: number }>('/app/invoice'),
  invoices: page<{ state?: string; type?: string; contact_id?: number }>('/app/invoices/admin'),
  /** @param contact the id of whom a new invoice is for */
  invoiceEdit: page<{ id?: number; contact?: number }>('/app/invoice/admin'),
  subscriptions: page<{ state?: string }>('/app/subscriptions/admin'),
  subscription: page<{ id?: number }>('/app/subscription/admin'),
  products: page('/app/products/admin'),
  product: page<{ id?: number; kind?: 'item' }>('/app/product/admin'),
  billingContacts: page('/app/contacts/admin'),
  billingContact: page<{ id?: number }>('/app/contact/admin'),
  taxRates: page('/app/taxrates/admin'),
  taxRate: page<{ id?: number }>('/app/taxrate/admin'),
  ledgerAccounts: page('/app/ledgeraccounts/admin'),
  ledgerAccount: page<{ id?: number }>('/app/ledgeraccount/admin'),
  brandingThemes: page('/app/brandingthemes/admin'),
  brandingTheme: page<{ id?: number }>('/app/brandingtheme/admin'),
  billingSettings: page('/app/billing/admin'),
  providers: page<{ kind?: string; state?: string }>('/app/invoicing/admin'),

  permissions: page('/app/userpermissions'),
  organisation: page<{ id?: number }>('/app/organisation/admin'),
  organisations: page('/app/organisations/admin'),
  users: page<{ tab?: string; confirmed?: string; locked?: string; range?: string; everywhere?: string }>(
    '/app/users/admin',
  ),
  user: page<{ id?: number }>('/app/user/admin'),

  enquiries: page<{ state?: string }>('/app/enquiries/admin'),
  enquiry: page<{ id: number }>('/app/enquiry/admin'),
  website: page('/app/website/admin'),
  platform: page('/app/platform/admin'),
  /** @param of `installation`: what belongs to no organisation */
  pageContents: page<{ of?: 'installation' }>('/app/pagecontents/admin'),
  pageContent: page<{ id?: number; key?: string; of?: 'installation' }>('/app/pagecontent/admin'),
  faqs: page<{ of?: 'installation'; view?: 'order' }>('/app/faqs/admin'),
  faq: page<{ id?: number; of?: 'installation' }>('/app/faq/admin'),
  basemaps: page('/app/basemaps/admin'),
  basemap: page<{ id?: number }>('/app/basemap/admin'),

  signIn: page<{ next?: string }>('/app/signin'),
  signInLink: page('/app/signin/link'),
  invitation: page<{ token: string }>('/app/invitation'),
  signOut: page('/app/signout'),
  register: page<{ type?: 'owner' }>('/app/register'),
  registerEmail: page('/app/register/email'),
  registerThanks: page('/app/register/thanks'),
  passwordReset: page('/app/password/reset'),
  passwordEmail: page('/app/password/email'),
  passwordThanks: page('/app/password/thanks'),

  exportData: page('/app/export'),
  update: page('/app/update'),
  demo: page('/app/demo'),

  about: page('/app/about'),
  contact: page('/app/contact'),
  help: page('/app/help'),
  privacy: page('/app/privacy'),
  terms: page('/app/terms'),
  pricing: page<{ organisation?: number }>('/app/pricing'),
  downloads: page('/app/downloads'),
  /** A page that administrators have added, under its key. */
  contentPage: (key: string) => page(`/app/page/${key}`)(),
  forbidden: page('/app/forbidden'),
} as const

/** @returns a function that builds the path with query and hash */
function page<Query extends Record<string, string | number> = Record<string, never>>(path: string) {
  return (query: Partial<Query> | URLSearchParams = {}, hash = ''): string => {
    const search = String(query instanceof URLSearchParams ? query : new URLSearchParams(textOf(query)))
    return path + (search && `?${search}`) + (hash && `#${hash}`)
  }
}

function textOf(query: Partial<Record<string, string | number>>): Record<string, string> {
  const present = Object.entries(query).filter(([, value]) => value !== undefined)
  return Object.fromEntries(present.map(([name, value]) => [name, String(value)]))
}
