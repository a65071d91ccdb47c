import { type PathsOf, path } from '../core/paths.ts'
import type { Door } from '../kit/door.ts'
import type { messaging as texts } from '../locales/en/messaging.ts'

const pages = {
  member: {
    messages: {
      path: path<{ tab?: 'sent' | 'drafts' }>('/app/messages'),
      load: async () => (await import('./messages/MessagesPage.tsx')).MessagesPage,
    },
    message: {
      path: path<{ id?: number; reply?: number }>('/app/message'),
      texts: ['messaging', 'files'],
      resource: 'message',
      load: async () => (await import('./messages/MessagePage.tsx')).MessagePage,
    },
  },
  administrator: {
    allMessages: {
      path: path<{ state?: string; range?: string }>('/app/messages/admin'),
      load: async () => (await import('./messages/AllMessagesPage.tsx')).AllMessagesPage,
    },
    templates: {
      path: path<{ tab?: 'person' }>('/app/messagetemplates/admin'),
      load: async () => (await import('./templates/TemplatesPage.tsx')).TemplatesPage,
    },
    template: {
      path: path<{ id?: number; kind?: 'person' }>('/app/messagetemplate/admin'),
      resource: 'messagetemplate',
      load: async () => (await import('./templates/TemplatePage.tsx')).TemplatePage,
    },
    recipients: {
      path: path('/app/recipients/admin'),
      load: async () => (await import('./recipients/RecipientsPage.tsx')).RecipientsPage,
    },
    newsletters: {
      path: path('/app/newsletters/admin'),
      load: async () => (await import('./newsletters/NewslettersPage.tsx')).NewslettersPage,
    },
    newsletter: {
      path: path<{ id?: number; everybody?: number }>('/app/newsletter/admin'),
      resource: 'newsletter',
      load: async () => (await import('./newsletters/NewsletterPage.tsx')).NewsletterPage,
    },
    reminders: {
      path: path('/app/remindermessages/admin'),
      load: async () => (await import('./reminders/RemindersPage.tsx')).RemindersPage,
    },
    reminder: {
      path: path<{ id?: number }>('/app/remindermessage/admin'),
      resource: 'remindermessage',
      load: async () => (await import('./reminders/ReminderPage.tsx')).ReminderPage,
    },
  },
  platform_administrator: {
    notifications: {
      path: path('/app/notifications/admin'),
      load: async () => (await import('./notifications/NotificationsPage.tsx')).NotificationsPage,
    },
    notification: {
      path: path<{ id?: number }>('/app/notification/admin'),
      load: async () => (await import('./notifications/NotificationPage.tsx')).NotificationPage,
    },
    outbox: {
      path: path<{ id?: number }>('/app/outbox/admin'),
      load: async () => (await import('./outbox/OutboxPage.tsx')).OutboxPage,
    },
  },
} as const

/** Messages, templates, recipients, reminders, newsletters and notifications. */
export const messaging: Door = {
  name: 'messaging',
  areas: {
    messages: [
      'allMessages',
      'templates',
      'template',
      'recipients',
      'newsletters',
      'newsletter',
      'reminders',
      'reminder',
    ],
  },
  pages,
  start: 'messages',
  menu: [
    { page: 'messages', label: 'messages', mine: 'myMessages', icon: 'messages', section: 'own' },
    { page: 'allMessages', label: 'allMessages', icon: 'sent', section: 'administration' },
  ],
}

declare module '../core/paths.ts' {
  interface Paths extends PathsOf<typeof pages> {}
}

declare module '../core/i18n.ts' {
  interface Texts {
    messaging: typeof texts
  }
}
