const units = ['bytes', 'KB', 'MB', 'GB'] as const

/** Bytes as `512 bytes`, `1.5 MB`. */
export function toSize(bytes: number): string {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)))
  const value = bytes / 1024 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`
}
