/** What is sent to webhooks, in the order of the form, with the key of its text. */
export const textKeys = {
  'alert.raised': 'alert_raised',
  'alert.ended': 'alert_ended',
  'trip.ended': 'trip_ended',
  'visit.began': 'visit_began',
  'visit.ended': 'visit_ended',
  'command.answered': 'command_answered',
  'command.failed': 'command_failed',
  test: 'test',
} as const
export type WebhookType = Exclude<keyof typeof textKeys, 'test'>
export const types = Object.keys(textKeys).filter((type) => type !== 'test') as WebhookType[]
