export type MailName =
  | 'register'
  | 'accountMade'
  | 'registeredAlready'
  | 'resetPassword'
  | 'choosePassword'
  | 'dateWaits'
  | 'passwordEnded'
  | 'passwordEndedUnproved'
  | 'passwordChanged'
  | 'secondFactorOn'
  | 'secondFactorOff'
  | 'changeEmail'
  | 'emailChanged'
  | 'addressWaits'
  | 'proveWaiting'
  | 'invited'

/** `{{link}}` is replaced by the link; `unnamed` stands for names that a mail may not quote. */
export type AccountWords = Record<MailName, { subject: string; text: string }> & {
  unnamed: { organisation: string; inviter: string }
}
