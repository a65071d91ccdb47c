import type { AlarmName } from '../shared/vocabulary.ts'

/** Reasons of emergency reports, EMG. Source: Suntech ST300/ST340 manual 1.41, emergency report. */
export const emergencies: Record<number, AlarmName> = {
  1: 'sos',
  2: 'parking',
  3: 'power_cut',
  5: 'door',
  6: 'door',
  7: 'movement',
  8: 'vibration',
}

/** Reasons of alert reports, ALT. Source: the same manual, alert report, and Suntech's universal protocol. */
export const alerts: Record<number, AlarmName> = {
  1: 'overspeed',
  3: 'gps_antenna_cut',
  5: 'geofence_exit',
  6: 'geofence_enter',
  14: 'low_battery',
  15: 'vibration',
  16: 'crash',
  // 22 to 28: limits reported by the engine's bus.
  22: 'overspeed',
  23: 'overspeed',
  24: 'temperature',
  27: 'hard_braking',
  28: 'fault',
  40: 'power_on',
  41: 'power_cut',
  42: 'sos',
  46: 'hard_acceleration',
  47: 'hard_braking',
  48: 'hard_cornering',
  49: 'overspeed',
  50: 'jamming',
  62: 'parking',
  68: 'idle',
  73: 'fuel_leak',
  132: 'door',
}

/** The alert with the number of a driver's key. */
export const DRIVER_READ = 59
