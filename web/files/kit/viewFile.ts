import type { TFunction } from 'i18next'
import { sentenceOf } from '../../core/api.ts'
import { showProblem } from '../../kit/ui/showToast.ts'
import { addressOf } from './address.ts'

/**
 * Shows a file in a window of its own. To be called in the click itself: browsers block windows that open later, so it
 * opens before its address is known.
 */
export const viewFile = (t: TFunction, id: number) => viewAddress(t, () => addressOf(id))

/** The same for what is read in another way. */
export async function viewAddress(t: TFunction, readAddress: () => Promise<string>): Promise<void> {
  const opened = open('', '_blank')
  if (!opened) return showProblem(t('files:view.blocked'))
  try {
    const address = await readAddress()
    opened.opener = null
    opened.location.replace(address)
  } catch (error) {
    opened.close()
    showProblem(t('files:view.failed', { reason: sentenceOf(error) ?? t('form.unreachable') }))
  }
}
