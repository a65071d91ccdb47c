/**
 * The canonical spelling of a driver's key (iButton, RFID, BLE), which is stored and compared: hexadecimal digits and
 * letters in capitals, without what devices and people write between them.
 *
 * @returns null for what is no key: nothing, zeros, other characters, or more than 64
 * @example canonicalKey('01:b5-42 21') // '01B54221'
 */
export function canonicalKey(text: string): string | null {
  const key = text.replace(/[\s:.-]/g, '').toUpperCase()
  return /^[0-9A-Z]{2,64}$/.test(key) && !/^0+$/.test(key) ? key : null
}
