import { expect, it } from 'vitest'
import { isDangerousText } from './catalogue.ts'

// The last ones are for SMS, with the password of the device.
it.each([
  'RELAY,1#',
  '  setdigout 1',
  'SETDIGOUT ?1',
  'S20,1,1',
  '8105:f0',
  '4583 01',
  'AT+GTOUT=gl200,1,,,,FFFF$',
  'DYD#',
  'stop123456',
  'STOP 123456',
  'quickstop123456',
  'stopelec123456',
  ' stopoil ',
])('%j may stop a vehicle', (text) => expect(isDangerousText(text)).toBe(true))

it.each([
  'getgps',
  'cpureset',
  'WHERE#',
  'stop',
  'stopwatch 5',
  'nonstop',
  'fix030s***n123456',
  'noadmin123456 64211234567',
])('%j may not', (text) => expect(isDangerousText(text)).toBe(false))
