import { alert } from './alert.ts'
import { auditlog } from './auditlog.ts'
import { boundary } from './boundary.ts'
import { datalock } from './datalock.ts'
import { invitation } from './invitation.ts'
import { location } from './location.ts'
import { membership } from './membership.ts'
import { organisation } from './organisation.ts'
import { organisationconfig } from './organisationconfig.ts'
import { outboxmail } from './outboxmail.ts'
import { reportconfig } from './reportconfig.ts'
import { role } from './role.ts'
import { session } from './session.ts'
import { tracker } from './tracker.ts'
import { trackerevent } from './trackerevent.ts'
import { unknowndevice } from './unknowndevice.ts'
import { user } from './user.ts'
import { userconfig } from './userconfig.ts'

/** Every resource. */
export const resources = {
  alert,
  auditlog,
  boundary,
  datalock,
  invitation,
  location,
  membership,
  organisation,
  organisationconfig,
  outboxmail,
  reportconfig,
  role,
  session,
  tracker,
  trackerevent,
  unknowndevice,
  user,
  userconfig,
} as const

export type Resources = typeof resources
