import type { Viewer } from '#api/crud/viewer.ts'

/** A user without memberships, for statements that are made without a request. */
export const stranger: Viewer = {
  user_id: 1,
  platform_admin: false,
  memberships: [],
  held: [],
  session_id: 1,
  impersonator_user_id: null,
  opens_private: true,
  password_change_required: false,
  ip: null,
}
