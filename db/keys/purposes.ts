/** What a sealed value is for: text sealed for one purpose cannot be opened for another. */
export const purposes = {
  /** The secret of a person's authenticator app. */
  totp: (user_id: number) => `totp ${user_id}`,
  /** Queued account mails and SMS: they contain links and codes that grant access. */
  account_mail: 'mail about an account',
  /** Stored answers, which may hold secrets that are shown once. */
  idempotency: (key: string) => `idempotency ${key}`,
}
