/** Letters of a National Health Index number: without I and O, A = 1 … Z = 24. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * Checks a New Zealand National Health Index number (HISO 10046:2023) in its old form, AAANNNC, and its new one,
 * AAANNAX. Spaces around it and lower case are accepted, as people type them.
 */
export function isNhi(text: string): boolean {
  const nhi = normalisedNhi(text)
  if (/^[A-HJ-NP-Z]{3}\d{4}$/.test(nhi)) {
    const remainder = weightedSum(nhi) % 11
    return remainder !== 0 && Number(nhi[6]) === (11 - remainder) % 10
  }
  if (/^[A-HJ-NP-Z]{3}\d{2}[A-HJ-NP-Z]{2}$/.test(nhi)) return LETTERS[22 - (weightedSum(nhi) % 23)] === nhi[6]
  return false
}

/** The form in which a number is stored and compared. */
export function normalisedNhi(text: string): string {
  return text.trim().toUpperCase()
}

/** What lists show of a number: its first three letters. */
export function maskedNhi(text: string): string {
  return `${normalisedNhi(text).slice(0, 3)}••••`
}

/** The sum of the first six characters with the weights 7 to 2. */
function weightedSum(nhi: string): number {
  return [...nhi.slice(0, 6)].reduce((sum, character, index) => {
    const value = /\d/.test(character) ? Number(character) : LETTERS.indexOf(character) + 1
    return sum + value * (7 - index)
  }, 0)
}
