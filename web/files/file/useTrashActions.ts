import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { doneOf } from '../../kit/forms/labels.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showRecord } from '../../kit/record/useRecord.ts'
import { deleteForever, restore } from '../actions/useTrash.tsx'
import type { StoredFile } from '../types.ts'

/** For the page of a file that is in the trash. */
export function useTrashActions(file: StoredFile) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { run } = useAction()
  return {
    restoreOne: () => run(async () => showRecord('file', (await restore(file)).data), t('files:trash.restored')),
    deleteOne: () =>
      run(
        async () => {
          await deleteForever(file)
          await refresh('file')
          navigate(paths.files({ view: 'trash' }), { replace: true })
        },
        doneOf(t, 'file', 'removed'),
      ),
  }
}
