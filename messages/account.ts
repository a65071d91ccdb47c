/** Purpose of sealing queued account mails: they contain links that grant access. */
export const accountMail = (secret: string) => ({ secret, purpose: 'mail about an account' })
