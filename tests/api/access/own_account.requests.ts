/** Bodies for routes on one's own account that need a session. */
export const aboutMe: Record<string, object> = {
  'POST message/read': {},
  'POST userconfig/test': {},
  'DELETE user/account': { password: 'x' },
  'POST password/change': { password: 'x', new_password: 'new and long', new_password_confirm: 'new and long' },
  'POST username/change': { username: 'someone' },
  'POST email/change': { email: 'a@example.com', password: 'x' },
  'POST identity/connect': { identity_provider_id: 1, password: 'x' },
  'POST oauth/allow': { organisation_id: 1 },
  'POST email/waiting': { agree: false },
  'POST phone/prove': { code: '123456' },
  'POST user/totp/start': { password: 'x' },
  'POST user/totp/enable': { code: '123456' },
  'POST user/totp/disable': { password: 'x' },
}

/** Query parameters of calls about oneself. */
export const askedAboutMe: Record<string, Record<string, string>> = { 'GET userconfig/test': { message_ids: '1' } }
