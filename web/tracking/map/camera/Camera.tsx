import type { Fleet } from '../../fleet/fleet.ts'
import type { Field } from '../motion/field.ts'
import { useFirstView } from './useFirstView.ts'
import { useFlight } from './useFlight.ts'
import { useFollow } from './useFollow.ts'
import { usePublishViewport } from './usePublishViewport.ts'

/** Camera: initial view, flights to a selected tracker, following it. */
export function Camera({ field, fleet, ready }: { field: Field; fleet: Fleet; ready: boolean }) {
  usePublishViewport()
  useFirstView(fleet, ready)
  useFlight()
  useFollow(field)
  return null
}
