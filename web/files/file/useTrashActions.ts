import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showRecord } from '../../kit/record/useRecord.ts'
import { showFailure, showSuccess } from '../../kit/ui/showToast.ts'
import { deleteForever, restore } from '../actions/useTrash.tsx'
import type { StoredFile } from '../types.ts'

/** For the page of a file that is in the trash. */
export function useTrashActions(file: StoredFile) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const attempt = (work: Promise<unknown>) => work.catch((error) => showFailure(error, t('form.unreachable')))
  return {
    restoreOne: () =>
      attempt(
        guarded(restore(file)).then(async ({ data }) => {
          await showRecord('file', data)
          showSuccess(t('files:trash.restored'))
        }),
      ),
    deleteOne: () =>
      attempt(
        guarded(deleteForever(file)).then(async () => {
          await refresh('file')
          showSuccess(t('form.removed'))
          navigate(paths.files({ view: 'trash' }), { replace: true })
        }),
      ),
  }
}
