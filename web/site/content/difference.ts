import { diffLines, diffWordsWithSpace } from 'diff'

/** A part of two texts: in both, only in the one before, or only in the one after. */
export type Part = { kind: 'same' | 'removed' | 'added'; text: string }

/**
 * Compares two texts word by word. Texts that differ so much that this would take too long are compared line by line,
 * and in the end as a whole.
 */
export function differenceOf(before: string, after: string): Part[] {
  const limits = { maxEditLength: 4000, timeout: 1500 }
  const changes = diffWordsWithSpace(before, after, limits) ?? diffLines(before, after, limits)
  const parts: Part[] = changes
    ? changes.map(({ value, added, removed }) => ({
        kind: added ? 'added' : removed ? 'removed' : 'same',
        text: value,
      }))
    : [
        { kind: 'removed', text: before },
        { kind: 'added', text: after },
      ]
  return parts.filter(({ text }) => text !== '')
}

/** Leaves out the middle of what is the same in both: null stands for it. */
export function shortened(parts: Part[], around = 160): (Part | null)[] {
  return parts.flatMap((part, i) => {
    const { kind, text } = part
    const is_first = i === 0
    const is_last = i === parts.length - 1
    const kept = (is_first ? 0 : around) + (is_last ? 0 : around)
    if (kind !== 'same' || text.length <= kept + around) return [part]
    const head = is_first ? [] : [{ kind, text: text.slice(0, around) }]
    const tail = is_last ? [] : [{ kind, text: text.slice(-around) }]
    return [...head, null, ...tail]
  })
}
