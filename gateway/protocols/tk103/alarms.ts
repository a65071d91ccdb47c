import { lookUp } from '../shared/look_up.ts'
import type { AlarmName } from '../shared/vocabulary.ts'

/** The meaning of a command besides the position. `data` is the text after it. */
export function meaningOf(command: string, data: string): Meaning {
  if (command === 'BO01') return alarm(roadAlarms[data[0] ?? ''])
  if (command === 'BQ81') return alarm(drivingAlarms[/^,?ALARM,(\d+)/.exec(data)?.[1] ?? ''])
  return lookUp(meanings, command) ?? {}
}

const alarm = (name: AlarmName | undefined): Meaning => (name === undefined ? {} : { alarm: name })

/** BO01: the digit before the date. */
const roadAlarms: Record<string, AlarmName> = {
  0: 'power_cut',
  1: 'crash',
  2: 'sos',
  3: 'vibration',
  4: 'low_speed',
  5: 'overspeed',
  6: 'geofence_exit',
}

const drivingAlarms: Record<string, AlarmName> = {
  0: 'low_battery',
  1: 'overspeed',
  2: 'idle',
  3: 'hard_acceleration',
  4: 'hard_braking',
  5: 'temperature',
}

/** ZC is by itself, DW3 and DW4 with a position, DW5 and DW6 with cells and wireless networks instead. */
const meanings: Record<string, Meaning> = Object.fromEntries(
  (
    [
      ['BR01', { alarm: 'power_off' }],
      ['BO02', { alarm: 'low_battery' }],
      ['ZC11 DW31 DW51', { alarm: 'movement' }],
      ['ZC12 DW32 DW52', { alarm: 'low_battery' }],
      ['ZC13 DW33 DW53', { alarm: 'power_cut' }],
      ['ZC15 DW35 DW55', { ignition: true }],
      ['ZC16 DW36 DW56', { ignition: false }],
      ['ZC17 DW37 DW57', { alarm: 'tamper' }],
      ['ZC25 DW3E DW5E', { alarm: 'sos' }],
      ['ZC26 DW3F DW5F', { alarm: 'tamper' }],
      ['ZC27 DW40 DW60', { alarm: 'low_power' }],
      ['ZC29 DW42 DW62', { ignition: true }],
    ] satisfies [string, Meaning][]
  ).flatMap(([commands, meaning]) => commands.split(' ').map((command) => [command, meaning])),
)

export type Meaning = { alarm?: AlarmName; ignition?: boolean }
