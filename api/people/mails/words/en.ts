import type { AccountWords } from './account_words.ts'

export const en: AccountWords = {
  register: {
    subject: 'Confirm your registration',
    text: `Welcome to Ringfence.

Please follow this link to confirm your address and finish your registration. It works once, for a day:

{{link}}

If you did not register, you need not do anything.`,
  },

  unnamed: { organisation: 'an organisation', inviter: 'An administrator' },

  accountMade: {
    subject: 'An account has been made for you',
    text: `There is an account for you at Ringfence, made by {{organisation}}. Please follow this link to choose a password and open
it. It works once, for a day:

{{link}}

If it expires, request another link at the sign-in with "Forgotten password". If you do not know what this is about, you
need not do anything.`,
  },

  registeredAlready: {
    subject: 'You have an account already',
    text: `Someone, probably you, has just registered at Ringfence with this address. There is an account with it already:
please sign in.

If you have forgotten the password, ask for a new one here:

{{link}}`,
  },

  resetPassword: {
    subject: 'Set a new password',
    text: `Please follow this link to set a new password. It works once, for an hour:

{{link}}

If you did not ask for it, you need not do anything: your password stays as it is.`,
  },

  passwordEnded: {
    subject: 'Choose a new password',
    text: `You are a member of another organisation at Ringfence now. An administrator had set your password, so it no
longer works. Please follow this link to choose one that only you know. It works once, for an hour:

{{link}}

If it expires, request another link at the sign-in with "Forgotten password".`,
  },

  choosePassword: {
    subject: 'Choose your password',
    text: `Please follow this link to choose the password of your account at Ringfence. It also confirms that this address is
yours. It works once, for a day:

{{link}}

If you did not ask for it, you need not do anything.`,
  },

  dateWaits: {
    subject: 'Your account waits for you',
    text: `An organisation has made an account for you at Ringfence, and you have not opened it yet. Something in it is due on
{{day}}. Please follow this link to choose a password and to see what it is. It works once, for a day:

{{link}}

If it expires, request another link at the sign-in with "Forgotten password". If you do not know of such an account, you
need not do anything.`,
  },

  passwordEndedUnproved: {
    subject: 'Choose a new password',
    text: `You are a member of another organisation at Ringfence now. An administrator had set your password, so it no
longer works. Please follow this link to choose one that only you know. It also confirms that this address is yours. It
works once, for a day:

{{link}}

If it expires, request another link at the sign-in with "Forgotten password".`,
  },

  passwordChanged: {
    subject: 'Your password has been changed',
    text: `The password of your account has just been changed, and everybody signed in with it has been signed out.

If that was not you, set a new one immediately:

{{link}}`,
  },

  secondFactorOn: {
    subject: 'Your second factor has been switched on',
    text: `The second factor of your account has just been switched on: signing in now takes a code of an authenticator app,
besides the password. Earlier recovery codes no longer work.

If that was not you, set a new password immediately, and tell your administrator:

{{link}}`,
  },

  secondFactorOff: {
    subject: 'Your second factor has been switched off',
    text: `The second factor of your account has just been switched off: the password alone is enough to sign in.

If that was not you, set a new password immediately:

{{link}}`,
  },

  changeEmail: {
    subject: 'Confirm your new address',
    text: `Please follow this link to make this the address of your account. It works once, for an hour:

{{link}}

If you did not ask for it, you need not do anything.`,
  },

  emailChanged: {
    subject: 'The address of your account has been changed',
    text: `Your account at Ringfence has got another e-mail address. Mails will go there from now on.

If that was not you, please tell your administrator.`,
  },

  addressWaits: {
    subject: 'Another address for your account?',
    text: `Another person, perhaps an administrator, has asked to change the e-mail address of your account at Ringfence. Since
the account has private records, the change waits for seven days.

Follow this link to confirm it at once, or to stop it:

{{link}}

If you do nothing, the address changes after these seven days.`,
  },

  proveWaiting: {
    subject: 'Confirm your new address',
    text: `This is to become the address of an account at Ringfence, in seven days, or as soon as its present address
confirms it. Please follow this link within seven days; otherwise nothing changes:

{{link}}

If you do not know what this is about, you need not do anything.`,
  },

  invited: {
    subject: 'You are invited',
    text: `{{inviter}} invites you to join {{organisation}} at Ringfence.

Please follow this link to accept. Without an account you register there in one step. It works once, for two weeks:

{{link}}

If you do not know what this is about, you need not do anything.`,
  },
}
