import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { CreateBody, Name, Row, UpdateBody } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { doneOf } from '../forms/labels.ts'
import { refresh } from '../lists/useBulk.ts'
import { showFailure, showSuccess } from '../ui/showToast.ts'
import { showRecord } from './useRecord.ts'

/** Creates, changes and deletes rows of a resource, each with its toast, and then opens the page that follows. */
export function useRecordActions<N extends Name>(resource: N, { texts, page, list, leaving }: Options<N>) {
  const { t } = useTranslation()
  const navigate = useNavigate()

  /** Opens the new row's page. Rejects with what the server answered. */
  async function create(body: CreateBody<N>) {
    const { data } = await guarded(client.create(resource, body))
    await refresh(resource)
    showSuccess(texts?.created ?? doneOf(t, resource, 'created'))
    leaving?.(data)
    navigate(page({ id: data.id }), { replace: true })
  }

  async function update(row: Version, body: UpdateBody<N>) {
    await updateRecord(resource, row, body)
    showSuccess(texts?.saved ?? doneOf(t, resource, 'saved'))
  }

  /** Opens the list. What the server refuses is a toast. */
  async function remove(id: number) {
    try {
      await guarded(client.remove(resource, id))
      showSuccess(texts?.removed ?? doneOf(t, resource, 'removed'))
      await refresh(resource)
      leaving?.(null)
      navigate(list())
    } catch (error) {
      showFailure(error, t('form.unreachable'))
    }
  }

  return { create, update, remove }
}

/**
 * Saves what a form has changed, and shows the row as the server answers it. Sends when the row was read: a change made by
 * another person since is refused as `outdated`, not undone.
 */
export async function updateRecord<N extends Name>(resource: N, { id, modified_at }: Version, body: UpdateBody<N>) {
  const { data } = await guarded(
    client.update(resource, { ...(body as object), id, modified_at } as UpdateBody<N> & Version),
  )
  await showRecord(resource, data)
}

/** What identifies the row that was read. */
export type Version = { id: number; modified_at: string }

type Options<N extends Name> = {
  /** Of the toasts that say more than what was done. */
  texts?: { created?: string; saved?: string; removed?: string }
  /** The page of one row, and the page of all. */
  page: (query: { id: number }) => string
  list: () => string
  /** Called before another page is opened, with the row that was created. */
  leaving?: (created: (Row<N> & Record<string, unknown>) | null) => void
}
