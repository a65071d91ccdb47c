import type { messaging as english } from '../en/messaging.ts'
import type { Translation } from '../translation.ts'

/** Messages, templates, recipients, reminders, notifications and push. */
export const messaging = {
  recipients: {
    bounced: {
      email: 'Kua whakahokia mai ngā īmēra ki {{address}} i mua.',
      sms: 'Kua whakahokia mai ngā SMS ki {{address}} i mua.',
    },
    unsubscribed: 'Kua tono a {{address}} kia mutu ngā whakatūpato.',
    'new': 'Ina tiaki koe, ka pātaia a {{address}} mehemea e hiahia ana ki ēnei karere.',
    waiting: '{{address}}: e tatari ana ki te whakaū. Kāore he karere e tukuna i mua i tērā.',
    declined: 'Kua whakahē a {{address}} ki ngā karere.',
    askAgain: 'Pātai anō',
    asked: 'Ka pātaia anō a {{address}}.',
  },
} satisfies Translation<typeof english>
