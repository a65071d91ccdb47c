/** The device's kind by the beginning of its protocol version: two digits of six, or six of ten. Empty where unknown. */
export function modelOf(version: string): string {
  return models[version.slice(0, version.length > 6 ? 6 : 2).toUpperCase()] ?? ''
}

const models: Record<string, string> = {
  '02': 'GL200',
  '04': 'GV200',
  '06': 'GV300',
  '08': 'GMT100',
  '09': 'GV50P',
  '0F': 'GV55',
  '10': 'GV55 LITE',
  '11': 'GL500',
  '1A': 'GL300',
  '1F': 'GV500',
  '21': 'GL200',
  '25': 'GV300',
  '27': 'GV300W',
  '28': 'GL300VC',
  '2C': 'GL300W',
  '2D': 'GV500VC',
  '2F': 'GV55',
  '30': 'GL300',
  '31': 'GV65',
  '35': 'GV200',
  '36': 'GV500',
  '3F': 'GMT100',
  '40': 'GL500',
  '41': 'GV75W',
  '42': 'GT501',
  '44': 'GL530',
  '45': 'GB100',
  '4F': 'GV56',
  '50': 'GV55W',
  '52': 'GL50',
  '55': 'GL50B',
  '56': 'GV500MA',
  '5E': 'GV500MAP',
  '6E': 'GV310LAU',
  '74': 'GV350CEU',
  BD: 'CV200',
  C2: 'GV600M',
  C3: 'GL320M',
  DC: 'GV600MG',
  DE: 'GL500M',
  DF: 'CV100LG',
  F1: 'GV350M',
  F8: 'GV800W',
  FC: 'GV600W',
  FE: 'GV50M',
  '802004': 'GV58LAU',
  '802005': 'GV355CEU',
  '80201E': 'GV30CEU',
}

/** Trackers for people and parcels, which report the signal strength in a field that others leave empty. */
export const isGl5 = (model: string) => model.startsWith('GL5')

/** Models with the vehicle's number before the device's name. */
export const saysVin = (model: string) => model.startsWith('GV500')
