/**
 * Whether a file is of one of some media types (`application/pdf`, `image/*`) or extensions (`.pdf`). Browsers know the
 * type by the name only, so the server has the last word.
 */
export function isAccepted({ name, type }: { name: string; type: string }, accept: string[]): boolean {
  return accept.some((each) => {
    if (each.startsWith('.')) return name.toLowerCase().endsWith(each.toLowerCase())
    if (each.endsWith('/*')) return type.startsWith(each.slice(0, -1))
    return type === each
  })
}

/** Media types and extensions as people read them: `PDF, image`. */
export function acceptedNames(accept: string[]): string {
  return accept
    .map((each) => (each.endsWith('/*') ? each.slice(0, -2) : each.split(/[./+]/).at(-1)!.toUpperCase()))
    .join(', ')
}
