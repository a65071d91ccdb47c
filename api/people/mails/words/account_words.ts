export type MailName =
  | 'register'
  | 'registeredAlready'
  | 'resetPassword'
  | 'passwordEnded'
  | 'passwordChanged'
  | 'changeEmail'
  | 'emailChanged'
  | 'invited'

/** `{{link}}` is replaced by the link. */
export type AccountWords = Record<MailName, { subject: string; text: string }>
