import { lifetimes_s } from '../accounts/one_time_tokens.ts'

/** Every mail about an account. Links begin with the address that people use. */
export const mails = {
  register: (to: string, link: string): Mail => ({
    ...{ to, link, works_s: lifetimes_s.register },
    subject: 'Confirm your registration',
    text: `Welcome to Ringfence.

Please follow this link to confirm your address and finish your registration. It works once, for a day:

${link}

If you did not register, you need not do anything.`,
  }),

  registeredAlready: (to: string, link: string): Mail => ({
    to,
    subject: 'You have an account already',
    text: `Somebody, probably you, has just registered at Ringfence with this address. There is an account with it already:
please sign in.

If you have forgotten the password, ask for a new one here:

${link}`,
  }),

  resetPassword: (to: string, link: string): Mail => ({
    ...{ to, link, works_s: lifetimes_s.password },
    subject: 'Set a new password',
    text: `Please follow this link to set a new password. It works once, for an hour:

${link}

If you did not ask for it, you need not do anything: your password stays as it is.`,
  }),

  passwordChanged: (to: string, link: string): Mail => ({
    to,
    subject: 'Your password has been changed',
    text: `The password of your account has just been changed, and everybody signed in with it has been signed out.

If that was not you, set a new one at once:

${link}`,
  }),

  changeEmail: (to: string, link: string): Mail => ({
    ...{ to, link, works_s: lifetimes_s.email },
    subject: 'Confirm your new address',
    text: `Please follow this link to make this the address of your account. It works once, for an hour:

${link}

If you did not ask for it, you need not do anything.`,
  }),

  emailChanged: (to: string): Mail => ({
    to,
    subject: 'The address of your account has been changed',
    text: `Your account at Ringfence has got another e-mail address. Mails will go there from now on.

If that was not you, please tell your administrator.`,
  }),

  invited: (to: string, link: string): Mail => ({
    ...{ to, link, works_s: INVITATION_S },
    subject: 'You are invited',
    text: `You are invited to join an organisation at Ringfence.

Please sign in, or register with this address, and follow this link. It works for two weeks:

${link}

If you do not know what this is about, you need not do anything.`,
  }),
}

/** How long an invitation may be accepted. */
export const INVITATION_S = 14 * 24 * 3600

export type Mail = {
  to: string
  subject: string
  text: string
  /** In the text, where it lets its reader in: nobody else may read it. */
  link?: string
  /** Seconds for which the link works; a mail that could not leave by then is not sent any more. */
  works_s?: number
}
