/** The complete addresses of a text, limited to what one request may check. */
export function typedAddresses(channel: 'email' | 'sms', text: string): string[] {
  const finished = channel === 'email' ? /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/ : /^\+?[\d\s().-]{7,}$/
  const all = text.split(',').map((each) => each.trim())
  return [...new Set(all.filter((each) => finished.test(each) && each.length <= 254))].slice(0, 50)
}
