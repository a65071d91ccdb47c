/** 1 is Monday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** Mon; 2024-01-01 was a Monday. */
export function dayName(day: number, language: string): string {
  return new Date(Date.UTC(2024, 0, day)).toLocaleDateString(language, { weekday: 'short', timeZone: 'UTC' })
}
