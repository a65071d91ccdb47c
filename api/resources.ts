import { billingconfig } from './billing/books/billingconfig.ts'
import { brandingtheme } from './billing/books/brandingtheme.ts'
import { contact } from './billing/books/contact.ts'
import { ledgeraccount } from './billing/books/ledgeraccount.ts'
import { product } from './billing/books/product.ts'
import { taxrate } from './billing/books/taxrate.ts'
import { invoice } from './billing/invoices/invoice.ts'
import { invoiceline } from './billing/invoices/invoiceline.ts'
import { transaction } from './billing/ledger/transaction.ts'
import { subscription } from './billing/subscriptions/subscription.ts'
import { devactivity } from './cpd/activities/devactivity.ts'
import { cpdauditdraw } from './cpd/audit/cpdauditdraw.ts'
import { cpdstandard } from './cpd/cycles/cpdstandard.ts'
import { devcategory } from './cpd/cycles/devcategory.ts'
import { devcycle } from './cpd/cycles/devcycle.ts'
import { devform } from './cpd/forms/devform.ts'
import { devformtemplate } from './cpd/forms/devformtemplate.ts'
import { devqualification } from './cpd/people/devqualification.ts'
import { userrelationship } from './cpd/people/userrelationship.ts'
import { devgoal } from './cpd/plans/devgoal.ts'
import { devgoalprogress } from './cpd/plans/devgoalprogress.ts'
import { devplan } from './cpd/plans/devplan.ts'
import { devwaiver } from './cpd/plans/devwaiver.ts'
import { procedure } from './cpd/procedures/procedure.ts'
import { procedureterm } from './cpd/procedures/procedureterm.ts'
import { attachment } from './files/attachments/attachment.ts'
import { file } from './files/file.ts'
import { job } from './files/jobs/job.ts'
import { message } from './messaging/message.ts'
import { messagetemplate } from './messaging/messagetemplate.ts'
import { newsletter } from './messaging/newsletters/newsletter.ts'
import { notification } from './messaging/notification.ts'
import { outboxmail } from './messaging/outboxmail.ts'
import { pushsubscription } from './messaging/pushsubscription.ts'
import { recipient } from './messaging/recipient.ts'
import { remindermessage } from './messaging/remindermessage.ts'
import { auditlog } from './organisations/auditlog.ts'
import { datalock } from './organisations/datalock.ts'
import { organisation } from './organisations/organisation.ts'
import { organisationconfig } from './organisations/organisationconfig.ts'
import { deleteduser } from './people/accounts/deleteduser.ts'
import { invitation } from './people/invitation.ts'
import { membership } from './people/membership.ts'
import { role } from './people/role.ts'
import { session } from './people/sessions/session.ts'
import { signature } from './people/signatures/signature.ts'
import { user } from './people/user.ts'
import { userconfig } from './people/userconfig.ts'
import { usertrackerconfig } from './people/usertrackerconfig.ts'
import { basemap } from './site/basemap.ts'
import { faq } from './site/content/faq.ts'
import { pagecontent } from './site/content/pagecontent.ts'
import { pagecontentversion } from './site/content/pagecontentversion.ts'
import { enquiry } from './site/enquiry.ts'
import { alert } from './tracking/alert.ts'
import { boundary } from './tracking/boundary.ts'
import { location } from './tracking/location.ts'
import { reportconfig } from './tracking/reportconfig.ts'
import { reportforward } from './tracking/reportforward.ts'
import { sharelink } from './tracking/sharelink.ts'
import { tracker } from './tracking/tracker.ts'
import { trackercommand } from './tracking/trackercommand.ts'
import { trackerevent } from './tracking/trackerevent.ts'
import { unknowndevice } from './tracking/unknowndevice.ts'

/** Every resource. */
export const resources = {
  alert,
  attachment,
  auditlog,
  basemap,
  billingconfig,
  boundary,
  brandingtheme,
  cpdauditdraw,
  cpdstandard,
  datalock,
  deleteduser,
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
  enquiry,
  faq,
  file,
  invitation,
  invoice,
  invoiceline,
  'invoicing/contact': contact,
  job,
  ledgeraccount,
  location,
  membership,
  message,
  messagetemplate,
  newsletter,
  notification,
  organisation,
  organisationconfig,
  outboxmail,
  pagecontent,
  pagecontentversion,
  procedure,
  procedureterm,
  product,
  pushsubscription,
  recipient,
  remindermessage,
  reportconfig,
  reportforward,
  role,
  session,
  sharelink,
  signature,
  subscription,
  taxrate,
  tracker,
  trackercommand,
  trackerevent,
  transaction,
  unknowndevice,
  user,
  userconfig,
  userrelationship,
  usertrackerconfig,
} as const

export type Resources = typeof resources
