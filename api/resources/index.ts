import { alert } from './alert.ts'
import { auditlog } from './auditlog.ts'
import { boundary } from './boundary.ts'
import { datalock } from './datalock.ts'
import { enquiry } from './enquiry.ts'
import { invitation } from './invitation.ts'
import { location } from './location.ts'
import { membership } from './membership.ts'
import { message } from './message.ts'
import { messagetemplate } from './messagetemplate.ts'
import { notification } from './notification.ts'
import { organisation } from './organisation.ts'
import { organisationconfig } from './organisationconfig.ts'
import { outboxmail } from './outboxmail.ts'
import { pushsubscription } from './pushsubscription.ts'
import { recipient } from './recipient.ts'
import { remindermessage } from './remindermessage.ts'
import { reportconfig } from './reportconfig.ts'
import { role } from './role.ts'
import { session } from './session.ts'
import { sharelink } from './sharelink.ts'
import { tracker } from './tracker.ts'
import { trackercommand } from './trackercommand.ts'
import { trackerevent } from './trackerevent.ts'
import { unknowndevice } from './unknowndevice.ts'
import { user } from './user.ts'
import { userconfig } from './userconfig.ts'
import { usertrackerconfig } from './usertrackerconfig.ts'

/** Every resource. */
export const resources = {
  alert,
  auditlog,
  boundary,
  datalock,
  enquiry,
  invitation,
  location,
  membership,
  message,
  messagetemplate,
  notification,
  organisation,
  organisationconfig,
  outboxmail,
  pushsubscription,
  recipient,
  remindermessage,
  reportconfig,
  role,
  session,
  sharelink,
  tracker,
  trackercommand,
  trackerevent,
  unknowndevice,
  user,
  userconfig,
  usertrackerconfig,
} as const

export type Resources = typeof resources
