import type { CallForHelp } from '#db/alerts/calls.ts'
import type { Alert } from './types.ts'

const named: Record<CallForHelp, true> = { sos: true, crash: true, fall: true }
/** Alarms by which a person calls for help: each of the API's is named here. */
const callsForHelp = Object.keys(named) as CallForHelp[]

export const isCall = ({ kind, alarm }: Pick<Alert, 'kind' | 'alarm'>) =>
  kind === 'alarm' && callsForHelp.some((call) => call === alarm)

/** Whether an alert waits for a person: it is neither acknowledged nor snoozed. */
export const waits = (
  { acknowledged_at, snoozed_until }: Pick<Alert, 'acknowledged_at' | 'snoozed_until'>,
  now: number,
) => !acknowledged_at && !(snoozed_until && Date.parse(snoozed_until) > now)

/** Whether an alert is shown among those that are open: it holds, or is a call for help that no person has taken. */
export const isShown = (alert: Pick<Alert, 'kind' | 'alarm' | 'ended_at' | 'acknowledged_at'>) =>
  !alert.ended_at || (isCall(alert) && !alert.acknowledged_at)
