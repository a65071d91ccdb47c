import { checkEmails, checkPhones } from '../crud/checks.ts'

/** @returns the settings with normalised lists of recipients, a person's, an organisation's or a group's */
export function checkLists<Settings extends Lists>(settings: Settings): Settings {
  const {
    email_recipients,
    phone_recipients,
    escalate_email_recipients: emails,
    escalate_phone_recipients: phones,
  } = settings
  return {
    ...settings,
    ...(emails !== undefined && { escalate_email_recipients: checkEmails(emails, 'escalate_email_recipients') }),
    ...(phones !== undefined && { escalate_phone_recipients: checkPhones(phones, 'escalate_phone_recipients') }),
    ...(email_recipients !== undefined && { email_recipients: checkEmails(email_recipients) }),
    ...(phone_recipients !== undefined && { phone_recipients: checkPhones(phone_recipients) }),
  }
}

type Lists = { [K in `${'' | 'escalate_'}${'email' | 'phone'}_recipients`]?: string | undefined }
