import { AppError } from '../../http/errors.ts'

/** Pages with an address of their own, whose content can be edited. */
export const standardKeys = ['home', 'about', 'help', 'privacy', 'terms', 'pricing', 'downloads'] as const
export type StandardKey = (typeof standardKeys)[number]

/** Other keys are shown at /app/page/<key>, except names of pages that do something. A test compares them with the client. */
const reserved = new Set([
  ...['page', 'app', 'api', 'static', 'assets', 'gateway', '404', 'forbidden', 'contact', 'map', 'settings', 'admin'],
  ...[
    'signin',
    'signout',
    'register',
    'password',
    'email',
    'invitation',
    'share',
    'profile',
    'account',
    'user',
    'users',
  ],
  ...[
    'tracker',
    'trackers',
    'trackerevent',
    'trackerevents',
    'boundary',
    'boundaries',
    'alerts',
    'replay',
    'locations',
  ],
  ...['location', 'reportconfig', 'reportconfigs', 'unknowndevices', 'usage', 'file', 'files', 'folder', 'folders'],
  ...[
    'message',
    'messages',
    'messagetemplate',
    'messagetemplates',
    'remindermessage',
    'remindermessages',
    'recipients',
  ],
  ...[
    'recipient',
    'notification',
    'notifications',
    'outbox',
    'newsletter',
    'newsletters',
    'unsubscribe',
    'organisation',
  ],
  ...['organisations', 'website', 'basemap', 'basemaps', 'enquiry', 'enquiries', 'faq', 'faqs', 'pagecontent'],
  ...['matrix', 'auditdraw', 'auditdraws'],
  ...[
    'pagecontents',
    'platform',
    'permissions',
    'userpermission',
    'userpermissions',
    'export',
    'update',
    'demo',
    'signature',
    'signatures',
    'job',
    'jobs',
  ],
  ...['cpd', 'plan', 'plans', 'goal', 'goals', 'activity', 'activities', 'form', 'forms', 'qualification'],
  ...[
    'qualifications',
    'category',
    'categories',
    'cycle',
    'cycles',
    'relationships',
    'userrelationship',
    'formtemplate',
    'formtemplates',
    'userrelationships',
    'standard',
    'standards',
    'matrix',
    'procedure',
    'procedures',
    'report',
  ],
  ...['reports', 'dashboard', 'subscription', 'subscriptions', 'invoice', 'invoices', 'product', 'products'],
  ...['transaction', 'transactions', 'billing', 'cart', 'checkout', 'store', 'membership', 'contacts', 'invoicing'],
  ...['taxrate', 'taxrates', 'ledgeraccount', 'ledgeraccounts', 'brandingtheme', 'brandingthemes'],
])

/** @throws {AppError} for the name of a page without editable content */
export function checkPageKey(key: string): void {
  if (!reserved.has(key)) return
  throw new AppError('bad_request', `key: "${key}" is the name of a page whose content cannot be edited.`, 'key')
}
