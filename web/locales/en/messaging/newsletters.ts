/** Newsletters. */
export const newsletterTexts = {
  newsletters: {
    title: 'Newsletters',
    text: 'Mails to the people who have subscribed to newsletters in their profile. Each mail has a link that ends them.',
    new: 'New newsletter',
    newForAll: 'New newsletter to all organisations',
    forAll: 'It goes to the subscribers of all organisations.',
    installation: 'Installation',
    empty: 'No newsletters yet.',
    missing: 'There is no such newsletter.',
    stop: 'Stop sending',
    stopped: 'The rest is not sent.',
    times: 'A newsletter in the state Scheduled is sent at its time, and at once if that has passed.',
  },
} as const
/** Names of its fields, in forms and lists. */
export const newsletterFields = {
  subject: 'Subject',
  text: 'Text',
  audience: 'To subscribers',
  send_at: 'Send at',
  state: 'State',
  recipients: 'Recipients',
  sent_at: 'Sent',
  organisation: 'From',
} as const
