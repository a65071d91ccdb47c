import { billingDownloads } from './billing.table.ts'
import { cpdDownloads } from './cpd.table.ts'

/** Each list as a file (`format=csv`). The columns and letters are those of the table above. */
export const downloads: Record<string, string> = {
  ...billingDownloads,
  ...cpdDownloads,
  //                             guest User Staff Cust Admin platform administrator
  alerts: /*                */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  attachments: /*           */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  auditlogs: /*             */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  basemaps: /*              */ 'SSS  xxx  xxx   xxx  xxx   YYY',
  boundaries: /*            */ 'SSS  YYx  YYx   xYx  YYx   YYY',
  datalocks: /*             */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  deletedusers: /*          */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  files: /*                 */ 'SSS  YYx  xYx   xYx  YYx   YYY',
  invitations: /*           */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  jobs: /*                  */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  locations: /*             */ 'SSS  YYx  YYx   xYx  YYx   YYY',
  memberships: /*           */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  outboxmails: /*           */ 'SSS  xxx  xxx   xxx  xxx   YYY',
  organisations: /*         */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  organisationconfigs: /*   */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'organisation/data': /*   */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'user/data': /*           */ 'SSS  YYY  YYY   YYY  YYY   YYY',
  reportconfigs: /*         */ 'SSS  YYx  YYx   xYx  YYx   YYY',
  reportforwards: /*        */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  roles: /*                 */ 'SSS  YYY  YYY   YYY  YYY   YYY',
  sessions: /*              */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  sharelinks: /*            */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  signatures: /*            */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  trackercommands: /*       */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  trackers: /*              */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  trackerevents: /*         */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  users: /*                 */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  userconfigs: /*           */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  faqs: /*                  */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  pagecontents: /*          */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  pagecontentversions: /*   */ 'SSS  xxx  xxx   xxx  Yxx   YYY',
  enquiries: /*             */ 'SSS  xxx  xxx   xxx  Yxx   YYY',
  messages: /*              */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  messagetemplates: /*      */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  newsletters: /*           */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  notifications: /*         */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  pushsubscriptions: /*     */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  recipients: /*            */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  remindermessages: /*      */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  usertrackerconfigs: /*    */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  unknowndevices: /*        */ 'SSS  xxx  xxx   xxx  xxx   YYY',
}

/** A list as a file of areas or tracks (`format=geojson`). */
export const tracks: Record<string, string> = {
  //                             guest User Staff Cust Admin platform administrator
  boundaries: /*            */ 'SSS  YYx  YYx   xYx  YYx   YYY',
  trackerevents: /*         */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
}
