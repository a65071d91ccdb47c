let expected: { promise: Promise<void>; resolve: () => void } | null = null
let drawn = false

/** Announces a live map, whose trackers come before everything that is loaded for looks. */
export function expectTrackers(): void {
  if (!drawn) expected ??= Promise.withResolvers<void>()
}

/** Called when the first trackers are drawn. */
export function trackersDrawn(): void {
  drawn = true
  expected?.resolve()
}

/**
 * Waits for the trackers of the live map, so that on a slow network they are not behind the land and the names of
 * towns. At once where no live map is expected.
 *
 * @param at_most milliseconds: there may be no trackers
 */
export async function afterTrackers(at_most: number): Promise<void> {
  if (!expected || drawn) return
  await Promise.race([expected.promise, new Promise((resolve) => setTimeout(resolve, at_most))])
}
