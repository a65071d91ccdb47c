import type { Row } from '#api/client.ts'

type Command = Row<'trackercommand'>

export const states = ['queued', 'sent', 'answered', 'expired', 'failed'] as const satisfies Command['state'][]
export const types = [
  'engine_stop',
  'engine_resume',
  'output',
  'position',
  'reboot',
  'interval',
  'apn',
  'server',
  'custom',
] as const satisfies Command['type'][]
