/** Routes on one’s own account: public, for signed-in users, or either with a session or a mailed token. */
export const aboutOneself: Record<string, 'public' | 'signed in' | 'either'> = {
  'POST token': 'public',
  'GET subscriptionStore/organisations': 'public',
  'POST user/signin': 'public',
  'POST user/signin/link': 'public',
  'POST user/signin/provider': 'public',
  'POST user/signin/provider/finish': 'public',
  'POST invitation/token': 'public',
  'POST invitation/register': 'public',
  // Authenticated by the browser's cookie.
  'POST user/refresh': 'public',
  'POST user/forget': 'public',
  'POST share/position': 'public',
  // By the code of an offer, and by the key of another installation.
  'POST loan/offer': 'public',
  'POST loan/answer': 'public',
  'POST loan/end': 'public',
  'POST loan/position': 'public',
  'POST loan/track': 'public',
  'POST loan/trips': 'public',
  // By the code in the cab, and a key or PIN.
  'POST cab': 'public',
  'POST cab/drive': 'public',
  // By a signature that names the session, and by a token.
  'GET file/:file_id/content': 'public',
  'GET file/public': 'public',
  'GET website/icon': 'public',
  'GET attachment/:attachment_id/content': 'public',
  'GET user/token': 'signed in',
  'GET messages/unread': 'signed in',
  'POST message/read': 'signed in',
  'GET pushsubscription/key': 'signed in',
  // Authenticated by the sender's signature.
  'POST sms/twilio': 'public',
  // Signed by Stripe.
  'POST invoicing/stripe': 'public',
  'POST invoicing/xero': 'public',
  'GET message/opened': 'public',
  'GET message/followed': 'public',
  'POST user/signout': 'signed in',
  'GET user/organisations': 'signed in',
  'GET user/data': 'signed in',
  'GET signature/default': 'signed in',
  'GET signatures/default': 'signed in',
  // By a signature that names the session.
  'GET export/:id/content': 'public',
  'GET cpd/report/:plan_id/content': 'public',
  'GET cpd/evidence/:entity/:entity_id/:file_id/content': 'public',
  'GET user/account/consequences': 'signed in',
  'DELETE user/account': 'signed in',

  'POST user/register': 'public',
  'POST user/register/token': 'public',
  'POST user/register/complete': 'public',

  'POST password/reset': 'public',
  'POST password/token': 'public',
  // Signed in, or with a token that was mailed.
  'POST password/change': 'either',
  'POST username/change': 'signed in',
  'POST identity/connect': 'signed in',
  'GET identityproviders/own': 'signed in',
  'POST email/change': 'signed in',
  'POST email/token': 'public',
  'POST email/waiting': 'signed in',
  'POST email/waiting/token': 'public',
  'POST email/waiting/answer': 'public',

  'POST phone/code': 'signed in',
  'GET userconfig/test': 'signed in',
  'POST userconfig/test': 'signed in',
  'POST phone/prove': 'signed in',

  'POST user/totp/start': 'signed in',
  'POST user/totp/enable': 'signed in',
  'POST user/totp/disable': 'signed in',
}
