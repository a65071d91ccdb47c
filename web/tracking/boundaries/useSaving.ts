import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { CreateBody, UpdateBody } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { queries } from '../../core/queries.ts'
import type { Boundary } from '../../core/types.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showFailure, showSuccess } from '../../kit/ui/showToast.ts'
import { toBody } from '../map/draw/shape.ts'
import type { Shape } from '../map/draw/types.ts'

/** @param free set before leaving the page after saving, so that it does not ask about unsaved changes */
export function useSaving(free: RefObject<boolean>) {
  const { t } = useTranslation()
  const navigate = useNavigate()

  async function create(body: CreateBody<'boundary'>, shape: Shape) {
    const { data } = await guarded(client.create('boundary', { ...body, ...toBody(shape) }))
    showSuccess(t('tracking:boundaries.created'))
    free.current = true
    await refresh('boundary')
    navigate(paths.boundaryEdit({ id: data.id }), { replace: true })
  }

  async function update({ id, modified_at }: Boundary, body: UpdateBody<'boundary'>, shape: Shape | null) {
    // `modified_at` makes the server reject the update if the row has changed since.
    const request = { ...body, ...(shape && toBody(shape)), id, modified_at }
    const { data } = await guarded(client.update('boundary', request))
    showSuccess(t('tracking:boundaries.saved'))
    queries.setQueryData(['boundary', id], data)
    await refresh('boundary')
  }

  async function remove(id: number) {
    try {
      await guarded(client.remove('boundary', id))
    } catch (error) {
      return showFailure(error, t('form.unreachable'))
    }
    showSuccess(t('tracking:boundaries.removed'))
    free.current = true
    await refresh('boundary')
    navigate(paths.boundaries())
  }

  return { create, update, remove }
}
