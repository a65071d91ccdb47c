import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { client, guarded, sentenceOf } from '../../core/api.ts'
import { refresh, useBulk } from '../../kit/lists/useBulk.ts'
import { showProblem } from '../../kit/ui/showToast.ts'
import type { StoredFile } from '../types.ts'

/** Moves files to the trash, without a question: a toast takes it back. Resolves to whether any was moved. */
export function useTrash(): (files: StoredFile[]) => Promise<boolean> {
  const { t } = useTranslation()
  const { run } = useBulk('file')

  return async (files) => {
    const moved: StoredFile[] = []
    const errors: unknown[] = []
    for (const file of files) {
      await guarded(client.remove('file', file.id)).then(
        () => moved.push(file),
        (error) => errors.push(error),
      )
    }
    await refresh('file')
    if (errors.length > 0) {
      const reason = sentenceOf(errors[0]) ?? t('form.unreachable')
      const many = { failed: errors.length, count: files.length, reason }
      showProblem(files.length === 1 ? reason : t('table.failedSome', many))
    }
    if (moved.length === 0) return false
    const id = `trash ${moved[0]!.id}`
    const undo = () => {
      notifications.hide(id)
      return run(moved, restore)
    }
    const what = t('files:trash.moved', { count: moved.length, name: moved[0]!.name })
    notifications.show({
      id,
      autoClose: 8000,
      color: 'teal',
      message: (
        <Group gap="sm" justify="space-between">
          <span>{what}</span>
          <Button size="compact-sm" variant="default" onClick={undo}>
            {t('files:trash.undo')}
          </Button>
        </Group>
      ),
    })
    return true
  }
}

/** Takes a deletion out of the trash; a name that has been given again gets a number. */
export const restore = ({ id }: { id: number }) => client.update('file', { id, deleted: false, on_conflict: 'rename' })

export const deleteForever = ({ id }: { id: number }) => client.act('DELETE file', { id, forever: true })
