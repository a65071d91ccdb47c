/** The order in which the lists of the server have names: Bus 2 before Bus 10, whatever their case and accents. */
export const { compare: compareNames } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
