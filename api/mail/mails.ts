import type { Mail } from './mailer.ts'

/** Every mail about an account. Links begin with the address that people use. */
export const mails = {
  register: (to: string, link: string): Mail => ({
    to,
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
    to,
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
    to,
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
}
