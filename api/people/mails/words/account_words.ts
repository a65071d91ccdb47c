export type MailName =
  | 'register'
  | 'registeredAlready'
  | 'resetPassword'
  | 'passwordEnded'
  | 'passwordChanged'
  | 'changeEmail'
  | 'emailChanged'
  | 'invited'

/** `{{link}}` is where its reader goes on. */
export type AccountWords = Record<MailName, { subject: string; text: string }>
