/**
 * Alarms by which a person calls for help, or may be hurt. Most devices say them once, and the next report is without
 * them: the alert is over then, and still waits for a person.
 */
export const callsForHelp = ['sos', 'crash', 'fall'] as const
export type CallForHelp = (typeof callsForHelp)[number]
export const isCallForHelp = (alarm: string | null) => callsForHelp.some((call) => call === alarm)
