import { render } from '#messages/templates/render.ts'
import { lifetimes_s } from '../one_time_tokens.ts'
import { quotable } from './quotable.ts'
import type { MailName } from './words/account_words.ts'
import { wordsIn } from './words/languages.ts'

/** The lifetime of an invitation in seconds. */
export const INVITATION_S = 14 * 24 * 3600

/** Every account mail, in its reader's language. Links begin with PUBLIC_URL. */
export const mails = {
  register: (reader: Reader, link: string): Mail => ({
    ...write('register', reader, link),
    link,
    works_s: lifetimes_s.register,
  }),
  /** @param organisation for which another person has made the account; null for none, or one that is not named */
  accountMade: (reader: Reader, link: string, organisation: string | null): Mail => ({
    ...write('accountMade', reader, link, quotedNames(reader, { organisation, inviter: null })),
    link,
    works_s: lifetimes_s.register,
  }),
  choosePassword: (reader: Reader, link: string): Mail => ({
    ...write('choosePassword', reader, link),
    link,
    works_s: lifetimes_s.register,
  }),
  /** @param day on which something is due */
  dateWaits: (reader: Reader, link: string, day: string): Mail => ({
    ...write('dateWaits', reader, link, { day }),
    link,
    works_s: lifetimes_s.register,
  }),
  passwordEndedUnproved: (reader: Reader, link: string): Mail => ({
    ...write('passwordEndedUnproved', reader, link),
    link,
    works_s: lifetimes_s.register,
  }),
  registeredAlready: (reader: Reader, link: string): Mail => write('registeredAlready', reader, link),
  resetPassword: (reader: Reader, link: string): Mail => ({
    ...write('resetPassword', reader, link),
    link,
    works_s: lifetimes_s.password,
  }),
  passwordEnded: (reader: Reader, link: string): Mail => ({
    ...write('passwordEnded', reader, link),
    link,
    works_s: lifetimes_s.password,
  }),
  passwordChanged: (reader: Reader, link: string): Mail => write('passwordChanged', reader, link),
  secondFactor: (reader: Reader, link: string, is_on: boolean): Mail =>
    write(is_on ? 'secondFactorOn' : 'secondFactorOff', reader, link),
  changeEmail: (reader: Reader, link: string): Mail => ({
    ...write('changeEmail', reader, link),
    link,
    works_s: lifetimes_s.email,
  }),
  emailChanged: (reader: Reader): Mail => write('emailChanged', reader),
  addressWaits: (reader: Reader, link: string): Mail => ({ ...write('addressWaits', reader, link), link }),
  proveWaiting: (reader: Reader, link: string): Mail => ({ ...write('proveWaiting', reader, link), link }),
  /** @param names that the mail may not quote are replaced by general words */
  invited: (reader: Reader, link: string, names: Names): Mail => ({
    ...write('invited', reader, link, quotedNames(reader, names)),
    link,
    works_s: INVITATION_S,
  }),
}

function write(name: MailName, { email, locale }: Reader, link = '', names: Record<string, string> = {}): Mail {
  const { subject, text } = wordsIn(locale)[name]
  return { to: email, subject, text: render(text, { link, ...names }) }
}

function quotedNames({ locale }: Reader, { organisation, inviter }: Names) {
  const { unnamed } = wordsIn(locale)
  return { organisation: quotable(organisation) ?? unnamed.organisation, inviter: quotable(inviter) ?? unnamed.inviter }
}

type Names = { organisation: string | null; inviter: string | null }

/** The recipient of a mail and their language. */
export type Reader = { email: string; locale: string }

export type Mail = {
  to: string
  subject: string
  text: string
  /** A link in the text that grants access: only the reader may see it. */
  link?: string
  /** Lifetime of the link in seconds; a mail that cannot be sent in that time is discarded. */
  works_s?: number
}
