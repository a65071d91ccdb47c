/** What was brought along, and what was left out and why. */
export class Outcome {
  private readonly counts = new Map<string, Record<Counted, number>>()
  private readonly left_out = new Map<string, { count: number; labels: string[] }>()

  count(title: string, is: Counted): void {
    const counts = this.counts.get(title) ?? { created: 0, updated: 0, same: 0 }
    counts[is]++
    this.counts.set(title, counts)
  }

  /** @param label of the first ones of a reason; null for what has no name, such as a position */
  leaveOut(title: string, label: string | null, reason: string, count = 1): void {
    const key = `${title}: ${reason.replace(/\.$/, '')}`
    const entry = this.left_out.get(key) ?? { count: 0, labels: [] }
    entry.count += count
    if (label !== null && entry.labels.length < MOST_LABELS) entry.labels.push(shortened(label))
    this.left_out.set(key, entry)
  }

  /** Lines for people: counts, then what was left out. */
  lines(dry_run: boolean): string[] {
    const words = dry_run ? ['to create', 'to update', 'there already'] : ['created', 'updated', 'unchanged']
    const counts = [...this.counts].map(
      ([title, { created, updated, same }]) =>
        `${title}: ${created} ${words[0]}, ${updated} ${words[1]}, ${same} ${words[2]}`,
    )
    const left_out = [...this.left_out].map(([key, { count, labels }]) => {
      const more = count > labels.length && labels.length > 0 ? ', …' : ''
      return `  ${count} × ${key}${labels.length > 0 ? ` (${labels.join(', ')}${more})` : ''}`
    })
    return [...counts, ...(left_out.length > 0 ? ['Left out:', ...left_out] : [])]
  }
}

/** Names of others: on one line, without what moves the cursor of a terminal. */
export const shortened = (text: string): string => {
  const plain = text.replace(/[\p{Cc}\p{Cf}]/gu, ' ').trim()
  return plain.length > 60 ? `${plain.slice(0, 59)}…` : plain
}

const MOST_LABELS = 10

type Counted = 'created' | 'updated' | 'same'
