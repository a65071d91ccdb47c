import { render } from '#messages/templates/render.ts'
import { lifetimes_s } from '../accounts/one_time_tokens.ts'
import type { MailName } from './words/account_words.ts'
import { wordsIn } from './words/languages.ts'

/** How long an invitation may be accepted. */
export const INVITATION_S = 14 * 24 * 3600

/** Every mail about an account, in its reader's language. Links begin with the address that people use. */
export const mails = {
  register: (reader: Reader, link: string): Mail => ({
    ...write('register', reader, link),
    ...{ link, works_s: lifetimes_s.register },
  }),
  registeredAlready: (reader: Reader, link: string): Mail => write('registeredAlready', reader, link),
  resetPassword: (reader: Reader, link: string): Mail => ({
    ...write('resetPassword', reader, link),
    ...{ link, works_s: lifetimes_s.password },
  }),
  passwordEnded: (reader: Reader, link: string): Mail => ({
    ...write('passwordEnded', reader, link),
    ...{ link, works_s: lifetimes_s.password },
  }),
  passwordChanged: (reader: Reader, link: string): Mail => write('passwordChanged', reader, link),
  changeEmail: (reader: Reader, link: string): Mail => ({
    ...write('changeEmail', reader, link),
    ...{ link, works_s: lifetimes_s.email },
  }),
  emailChanged: (reader: Reader): Mail => write('emailChanged', reader),
  invited: (reader: Reader, link: string): Mail => ({
    ...write('invited', reader, link),
    ...{ link, works_s: INVITATION_S },
  }),
}

function write(name: MailName, { email, locale }: Reader, link = ''): Mail {
  const { subject, text } = wordsIn(locale)[name]
  return { to: email, subject, text: render(text, { link }) }
}

/** Who a mail goes to, and the language they read. */
export type Reader = { email: string; locale: string }

export type Mail = {
  to: string
  subject: string
  text: string
  /** In the text, where it lets its reader in: nobody else may read it. */
  link?: string
  /** Seconds for which the link works; a mail that could not leave by then is not sent any more. */
  works_s?: number
}
