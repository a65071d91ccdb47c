import { ownerNow } from './owner.ts'
import { entriesOf, forget } from './store.ts'

/** Number of entries of the person that were not sent. */
export async function count(): Promise<number> {
  const owner = ownerNow()
  return owner ? (await entriesOf(owner).catch(() => [])).length : 0
}

/** Drops them, and the key with which they are sealed: the person signs out, and has said so. */
export async function drop(): Promise<void> {
  const owner = ownerNow()
  if (owner) await forget(owner)
}
