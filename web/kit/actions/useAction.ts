import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { guarded } from '../../core/api.ts'
import { refresh } from '../lists/useBulk.ts'
import { showFailure, showSuccess } from '../ui/showToast.ts'

/**
 * Does what a button or a menu asks for: `busy` while it runs, with a toast of how it went.
 *
 * @example
 * const { busy, run } = useAction({ changes: ['message'] })
 * const remove = () => run(() => client.remove('message', id), t('form.removed'))
 */
export function useAction({ changes = [], after, failed }: ActionOptions = {}) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)

  /**
   * @param done what is said when it is done, or what makes that of the answer
   * @returns whether it is done
   */
  async function run<T>(work: () => Promise<T>, done?: string | ((answer: T) => string)): Promise<boolean> {
    setBusy(true)
    try {
      const answer = await guarded(work())
      if (done) showSuccess(typeof done === 'string' ? done : done(answer))
      return true
    } catch (error) {
      showFailure(error, failed ?? t('form.unreachable'))
      return false
    } finally {
      await Promise.all([...changes.map(refresh), after?.()])
      setBusy(false)
    }
  }
  return { busy, run }
}

export type ActionOptions = {
  /** Resources that are asked for again, even after a refusal: what is shown may be outdated. */
  changes?: string[] | undefined
  /** What is done in the end, even after a refusal. */
  after?: (() => Promise<unknown>) | undefined
  /** What is said where the server gives no reason. */
  failed?: string | undefined
}
