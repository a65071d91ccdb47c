/** What mails about accounts are sealed for while they wait: they hold links that let people in. */
export const accountMail = (secret: string) => ({ secret, purpose: 'mail about an account' })
