import { billingTable } from './billing.table.ts'
import { cpdTable } from './cpd.table.ts'
import { rulesTable } from './rules.table.ts'
import { trackingTable } from './tracking.table.ts'

/**
 * The access matrix: a line for each route, a column for each person, with three letters in each column, for rows that
 *
 * 1. belong to the User, in the organisation of all of them (the platform administrator is not a member),
 * 2. have no owner there,
 * 3. belong to another organisation.
 *
 * Y allowed (a list contains it) · x does not exist (404, or a list without it) · N forbidden (403) ·
 * S not signed in (401)
 *
 * A route without a line fails the test, and so does a line without a route. Resources made by `organisationRows` and
 * `ownedRows` have the lines of their rule, unless there are others here.
 */
export const people = ['guest', 'User', 'Staff', 'Customer', 'Administrator', 'platform administrator'] as const

export const table: Record<string, string> = {
  ...rulesTable,
  ...billingTable,
  ...cpdTable,
  ...trackingTable,
  //                               guest User Staff Cust Admin platform administrator
  // 1 is a key of the User, 2 of a colleague; keys are made for oneself, where one belongs.
  'GET apikeys': /*             */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'GET apikey': /*              */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'PUT apikey': /*              */ 'SSS  YYx  YYx   YYx  YYx   xxx',
  'DELETE apikey': /*           */ 'SSS  Yxx  xxx   xxx  YYx   YYY',

  // Of a tracker, as its file is; attached is a file of the organisation, which everybody in it sees.
  'GET attachments': /*         */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET attachment': /*          */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'PUT attachment': /*          */ 'SSS  Yxx  NNx   xxx  YYx   YYY',
  'DELETE attachment': /*       */ 'SSS  Yxx  NNx   xxx  YYx   YYY',
  'POST attachment/:attachment_id/download': 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'POST attachment/:attachment_id/view': 'SSS  Yxx  YYx   xxx  YYx   YYY',

  'GET auditlogs': /*           */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET auditlog': /*            */ 'SSS  xxx  xxx   xxx  YYx   YYY',

  'GET basemaps': /*            */ 'SSS  xxx  xxx   xxx  xxx   YYY',
  'GET basemap': /*             */ 'SSS  xxx  xxx   xxx  xxx   YYY',
  'PUT basemap': /*             */ 'SSS  NNN  NNN   NNN  NNN   YYY',
  'POST basemap': /*            */ 'SSS  xxx  xxx   xxx  xxx   YYY',
  'DELETE basemap': /*          */ 'SSS  xxx  xxx   xxx  xxx   YYY',

  'GET datalocks': /*           */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET datalock': /*            */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'PUT datalock': /*            */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST datalock': /*           */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'DELETE datalock': /*         */ 'SSS  NNx  NNx   NNx  YYx   YYY',

  // As users: 1 and 2 are a colleague with a membership in that organisation only, whom an administrator has deleted.
  'GET deletedusers': /*        */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET deleteduser': /*         */ 'SSS  xxx  xxx   xxx  YYx   YYY',

  'GET emaildomains': /*        */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET emaildomain': /*         */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'PUT emaildomain': /*         */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'DELETE emaildomain': /*      */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  // Without the record of its name server.
  'POST emaildomain/verify': /* */ 'SSS  xxx  xxx   xxx  NNx   YYY',

  // Of the person, and of a colleague.
  'GET identities': /*          */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  'GET identity': /*            */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  'DELETE identity': /*         */ 'SSS  Yxx  xxx   xxx  xxx   xxx',

  // 2 belongs to the installation.
  'GET identityproviders': /*   */ 'SSS  xxx  xxx   xxx  Yxx   YYY',
  'GET identityprovider': /*    */ 'SSS  xxx  xxx   xxx  Yxx   YYY',
  'PUT identityprovider': /*    */ 'SSS  NNx  NNx   NNx  YNx   YYY',
  'POST identityprovider': /*   */ 'SSS  xxx  xxx   xxx  Yxx   YYY',
  'DELETE identityprovider': /* */ 'SSS  xxx  xxx   xxx  Yxx   YYY',

  // 2 is sent by a guest, and belongs to no organisation.
  'GET enquiries': /*           */ 'SSS  xxx  xxx   xxx  Yxx   YYY',
  'GET enquiry': /*             */ 'SSS  xxx  xxx   xxx  Yxx   YYY',
  'PUT enquiry': /*             */ 'YYY  YYY  YYY   YYY  YYY   YYY',
  'POST enquiry': /*            */ 'SSS  xxx  xxx   xxx  Yxx   YYY',
  'DELETE enquiry': /*          */ 'SSS  xxx  xxx   xxx  Yxx   YYY',
  'POST enquiry/answer': /*     */ 'SSS  xxx  xxx   xxx  Yxx   YYY',

  // 2 belongs to the installation; all are published. Drafts are in tests/site/page_content.test.ts.
  'GET faqs': /*                */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET faq': /*                 */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'PUT faq': /*                 */ 'SSS  NNx  NNx   NNx  YNx   YYY',
  'POST faq': /*                */ 'SSS  NNx  NNx   NNx  YNx   YYY',
  'DELETE faq': /*              */ 'SSS  NNx  NNx   NNx  YNx   YYY',
  'POST faqs/order': /*         */ 'SSS  NNx  NNx   NNx  YNx   YYY',
  'GET faqs/current': /*        */ 'xYx  YYx  YYx   YYx  YYx   YYY',

  // A folder in the person's root folder, or of the organisation.
  'GET files': /*               */ 'SSS  YYx  xYx   xYx  YYx   YYY',
  'GET file': /*                */ 'SSS  YYx  xYx   xYx  YYx   YYY',
  'PUT file': /*                */ 'SSS  YNx  xNx   xNx  YYx   YYY',
  'POST file': /*               */ 'SSS  YNx  xNx   xNx  YYx   YYY',
  'DELETE file': /*             */ 'SSS  YNx  xNx   xNx  YYx   YYY',
  'GET folders': /*             */ 'SSS  YYx  xYx   xYx  YYx   YYY',
  'GET folder': /*              */ 'SSS  YYx  xYx   xYx  YYx   YYY',
  'PUT folder': /*              */ 'SSS  YNx  xNx   xNx  YYx   YYY',
  'POST folder': /*             */ 'SSS  YNx  xNx   xNx  YYx   YYY',
  'DELETE folder': /*           */ 'SSS  YNx  xNx   xNx  YYx   YYY',
  'GET files/usage': /*         */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET files/people': /*        */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST file/:file_id/download': 'SSS  YYx  xYx   xYx  YYx   YYY',
  'POST file/:file_id/view': /* */ 'SSS  YYx  xYx   xYx  YYx   YYY',
  'POST file/zip': /*           */ 'SSS  YYx  xYx   xYx  YYx   YYY',
  'POST file/unzip': /*         */ 'SSS  YYx  xYx   xYx  YYx   YYY',
  'POST file/encrypt': /*       */ 'SSS  YYx  xYx   xYx  YYx   YYY',
  'POST file/decrypt': /*       */ 'SSS  YYx  xYx   xYx  YYx   YYY',
  'POST file/share': /*         */ 'SSS  YNx  xNx   xNx  YYx   YYY',
  'DELETE file/share': /*       */ 'SSS  YNx  xNx   xNx  YYx   YYY',

  'GET oauthclients': /*        */ 'SSS  xxx  xxx   xxx  xxx   YYY',
  'GET oauthclient': /*         */ 'SSS  xxx  xxx   xxx  xxx   YYY',
  'PUT oauthclient': /*         */ 'SSS  NNN  NNN   NNN  NNN   YYY',
  'DELETE oauthclient': /*      */ 'SSS  xxx  xxx   xxx  xxx   YYY',

  'GET invitations': /*         */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET invitation': /*          */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'PUT invitation': /*          */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'DELETE invitation': /*       */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST invitation/accept': /*  */ 'SSS  YYY  YYY   YYY  YYY   YYY',

  'GET jobs': /*                */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'GET job': /*                 */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'DELETE job': /*              */ 'SSS  Yxx  xxx   xxx  YYx   YYY',

  'GET memberships': /*         */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET membership': /*          */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'PUT membership': /*          */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST membership': /*         */ 'SSS  Nxx  NNx   xxx  YYx   YYY',
  'DELETE membership': /*       */ 'SSS  Nxx  NNx   xxx  YYx   YYY',

  // 1 is for the User, 2 for a colleague.
  'GET messages': /*            */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'GET message': /*             */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'PUT message': /*             */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  // Drafts are their writer's alone.
  'POST message': /*            */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  'POST message/send': /*       */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  'DELETE message': /*          */ 'SSS  Nxx  xxx   xxx  YYx   YYY',
  'POST message/resend': /*     */ 'SSS  Nxx  xxx   xxx  YYx   YYY',

  // 2 belongs to the installation.
  'GET messagetemplates': /*    */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET messagetemplate': /*     */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'PUT messagetemplate': /*     */ 'SSS  NNx  NNx   NNx  YNx   YYY',
  'POST messagetemplate': /*    */ 'SSS  xxx  xxx   xxx  YNx   YYY',
  'DELETE messagetemplate': /*  */ 'SSS  xxx  xxx   xxx  YNx   YYY',
  'POST messagetemplate/preview': 'SSS  YYY  YYY   YYY  YYY   YYY',
  'GET messagetemplates/builtin': 'SSS  YYY  YYY   YYY  YYY   YYY',

  'GET newsletters': /*         */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET newsletter': /*          */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'PUT newsletter': /*          */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST newsletter': /*         */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'DELETE newsletter': /*       */ 'SSS  xxx  xxx   xxx  YYx   YYY',

  // 2 is for all organisations; all have begun.
  'GET notifications': /*       */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET notification': /*        */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'PUT notification': /*        */ 'SSS  NNN  NNN   NNN  NNN   YYY',
  'POST notification': /*       */ 'SSS  NNx  NNx   NNx  NNx   YYY',
  'DELETE notification': /*     */ 'SSS  NNx  NNx   NNx  NNx   YYY',
  'POST notification/expire': /**/ 'SSS  NNx  NNx   NNx  NNx   YYY',
  'GET notifications/current': /**/ 'SSS  YYx  YYx   YYx  YYx   YYY',

  'GET outboxmails': /*         */ 'SSS  xxx  xxx   xxx  xxx   YYY',
  'GET outboxmail': /*          */ 'SSS  xxx  xxx   xxx  xxx   YYY',

  // 2 belongs to the installation; all are published, and changed since.
  'GET pagecontents': /*        */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET pagecontent': /*         */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'PUT pagecontent': /*         */ 'SSS  NNx  NNx   NNx  YNx   YYY',
  'POST pagecontent': /*        */ 'SSS  NNx  NNx   NNx  YNx   YYY',
  'DELETE pagecontent': /*      */ 'SSS  NNx  NNx   NNx  YNx   YYY',
  'POST pagecontent/publish': /**/ 'SSS  NNx  NNx   NNx  YNx   YYY',
  'POST pagecontent/revert': /* */ 'SSS  NNx  NNx   NNx  YNx   YYY',
  'GET pagecontents/current': /**/ 'xYx  YYx  YYx   YYx  YYx   YYY',
  'GET pagecontentversions': /* */ 'SSS  xxx  xxx   xxx  Yxx   YYY',
  'GET pagecontentversion': /*  */ 'SSS  xxx  xxx   xxx  Yxx   YYY',

  'GET organisations': /*       */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET organisation': /*        */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'PUT organisation': /*        */ 'SSS  NNN  NNN   NNN  NNN   YYY',
  'POST organisation': /*       */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'DELETE organisation': /*     */ 'SSS  NNx  NNx   NNx  NNx   YYY',
  'GET organisation/member': /* */ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET organisation/members': /**/ 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET organisation/members/role': 'SSS  Yxx  YYx   xxx  YYx   YYY',
  'GET organisations/overview': 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET organisations/search': /**/ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET tasks': /*               */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'GET admin/overview': /*      */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'GET organisation/data': /*   */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST export/address': /*     */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'GET usage': /*               */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'GET usage/days': /*          */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST organisation/quotas': /**/ 'SSS  NNx  NNx   NNx  NNx   YYY',

  'GET organisationconfigs': /* */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET organisationconfig': /*  */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'PUT organisationconfig': /*  */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST organisationconfig': /* */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'DELETE organisationconfig': 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST organisationconfig/test': 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST organisationconfig/save': 'SSS  NNx  NNx   NNx  YYx   YYY',

  'GET pushsubscriptions': /*   */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  'GET pushsubscription': /*    */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  'PUT pushsubscription': /*    */ 'SSS  YYY  YYY   YYY  YYY   YYY',
  'DELETE pushsubscription': /* */ 'SSS  Yxx  xxx   xxx  xxx   xxx',

  'GET recipients': /*          */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET recipient': /*           */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'DELETE recipient': /*        */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST recipient/check': /*    */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'POST recipient/ask': /*      */ 'SSS  YYx  YYx   YYx  YYx   YYY',

  // Of the organisation; built-in ones are read by all, in tests/people/roles.test.ts.
  'GET roles': /*               */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET role': /*                */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'PUT role': /*                */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST role': /*               */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'DELETE role': /*             */ 'SSS  NNx  NNx   NNx  YYx   YYY',

  'GET sessions': /*            */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  'GET session': /*             */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  'DELETE session': /*          */ 'SSS  Yxx  xxx   xxx  xxx   xxx',

  'GET signatures': /*          */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  'GET signature': /*           */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  'PUT signature': /*           */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'POST signature': /*          */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  'DELETE signature': /*        */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  'POST signature/default': /*  */ 'SSS  Yxx  xxx   xxx  xxx   xxx',

  // 1 and 2 are both a colleague with a membership in that organisation only.
  'GET users': /*               */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'GET user': /*                */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'PUT user': /*                */ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST user': /*               */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'DELETE user': /*             */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'DELETE users': /*            */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST user/confirm': /*       */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST user/link': /*          */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST user/impersonate': /*   */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST user/restore': /*       */ 'SSS  xxx  xxx   xxx  YYx   YYY',
  'POST user/role': /*          */ 'SSS  NNN  NNN   NNN  NNN   YYY',
  'POST user/unlock': /*        */ 'SSS  xxx  xxx   xxx  YYx   YYY',

  'GET userconfigs': /*         */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'GET userconfig': /*          */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'PUT userconfig': /*          */ 'SSS  YNx  NNx   NNx  YYx   YYY',
  'POST userconfig': /*         */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'DELETE userconfig': /*       */ 'SSS  Yxx  xxx   xxx  YYx   YYY',
  'POST userconfig/save': /*    */ 'SSS  YNx  NNx   NNx  YYx   YYY',

  'GET userpermissions': /*     */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'GET userpermission': /*      */ 'SSS  YYx  YYx   YYx  YYx   YYY',

  // For the operator alone, who holds the installation's secret.
  'GET backup': /*              */ 'SSS  NNN  NNN   NNN  NNN   NNN',
  'GET devinfo': /*             */ 'SSS  NNN  NNN   NNN  NNN   YYY',
  'GET geoinfo': /*             */ 'YYY  YYY  YYY   YYY  YYY   YYY',
  'GET map': /*                 */ 'YYY  YYY  YYY   YYY  YYY   YYY',
  // 404: these servers have no MAP_FILE.
  'GET map/file': /*            */ 'xxx  xxx  xxx   xxx  xxx   xxx',
  'GET options': /*             */ 'YYY  YYY  YYY   YYY  YYY   YYY',
  'GET website': /*             */ 'YYY  YYY  YYY   YYY  YYY   YYY',
  'POST website': /*            */ 'SSS  NNN  NNN   NNN  NNN   YYY',
  'GET website/organisation': /**/ 'SSS  NNx  NNx   NNx  YYx   YYY',
  'POST website/organisation': /**/ 'SSS  NNx  NNx   NNx  YYx   YYY',
}
