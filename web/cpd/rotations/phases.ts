import type { Row } from '#api/client.ts'

export const phases = ['current', 'coming', 'past'] as const
export const phaseColour = (phase: (typeof phases)[number]) =>
  phase === 'current' ? 'teal' : phase === 'coming' ? 'blue' : 'gray'

type Supervisors = Row<'cpdrotation'>['supervisors']

/** Those who supervise a rotation or have done so, in the order of their days. */
export const supervisorNames = (supervisors: Supervisors): string =>
  [...new Set(supervisors.filter(({ state }) => state !== 'requested').map(({ name }) => name))].join(', ')
