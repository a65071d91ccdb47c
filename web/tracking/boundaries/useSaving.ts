import type { RefObject } from 'react'
import type { CreateBody, UpdateBody } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useRecordActions } from '../../kit/record/useRecordActions.ts'
import { toBody } from '../map/draw/shape.ts'
import type { Shape } from '../map/draw/types.ts'
import type { Boundary } from '../types.ts'

/** @param free set before leaving the page after saving, so that it does not ask about unsaved changes */
export function useSaving(free: RefObject<boolean>) {
  const { create, update, remove } = useRecordActions('boundary', {
    page: paths.boundaryEdit,
    list: paths.boundaries,
    leaving: () => {
      free.current = true
    },
  })
  return {
    create: (body: CreateBody<'boundary'>, shape: Shape) => create({ ...body, ...toBody(shape) }),
    update: (boundary: Boundary, body: UpdateBody<'boundary'>, shape: Shape | null) =>
      update(boundary, { ...body, ...(shape && toBody(shape)) }),
    remove,
  }
}
