import type { Row } from '#api/client.ts'

type Command = Row<'trackercommand'>

export const states = ['queued', 'sent', 'answered', 'expired', 'failed'] as const satisfies Command['state'][]
export const types = [
  'position',
  'interval',
  'reboot',
  'output',
  'engine_stop',
  'engine_resume',
  'apn',
  'server',
  'custom',
] as const satisfies Command['type'][]
