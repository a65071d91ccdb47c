/** Two letters that name a group of countries, or nothing; former countries are canonical under other letters. */
const none = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO'])

/** The two letters (ISO 3166-1) of a country that people have written as such, or by its English or own name; else null. */
export function countryCode(written: string | null): string | null {
  const text = written?.trim().toLowerCase() ?? ''
  return text === '' ? null : (byName.get(text) ?? null)
}

/** The countries of currencies that one country has. */
export const ofCurrency: Record<string, string> = { NZD: 'NZ', AUD: 'AU' }

const byName = new Map<string, string>()
for (const language of ['en', 'de', 'fr', 'es', 'pt']) {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
  for (const first of letters()) {
    for (const second of letters()) {
      const code = first + second
      const is_present = !none.has(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`
      const name = is_present ? names.of(code) : undefined
      if (name === undefined) continue
      byName.set(code.toLowerCase(), code)
      if (!byName.has(name.toLowerCase())) byName.set(name.toLowerCase(), code)
    }
  }
}
for (const [name, code] of [
  ['aotearoa', 'NZ'],
  ['aotearoa new zealand', 'NZ'],
  ['uk', 'GB'],
  ['england', 'GB'],
  ['usa', 'US'],
] as const) {
  byName.set(name, code)
}

function letters(): string[] {
  return [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
}
