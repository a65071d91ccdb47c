import { isUnreachable } from './delivery.ts'
import { ownerNow } from './owner.ts'
import { readAnswer, writeAnswer } from './store.ts'

/**
 * Reads something that forms need, and keeps the answer in the browser. Without a network the last answer is given.
 *
 * @param name of the question, with the organisation
 * @throws what the request has thrown, where no answer was kept
 */
export async function withLastAnswer<T>(name: string, request: () => Promise<T>): Promise<T> {
  const owner = ownerNow()
  if (!owner) return request()
  // The client would retry for seven seconds.
  const last = () => readAnswer(owner, name).catch(() => undefined)
  if (!navigator.onLine) {
    const answer = await last()
    if (answer !== undefined) return answer as T
  }
  try {
    const answer = await request()
    if (ownerNow() === owner) await writeAnswer(owner, name, answer).catch(() => {})
    return answer
  } catch (error) {
    const answer = isUnreachable(error) ? await last() : undefined
    if (answer === undefined) throw error
    return answer as T
  }
}
