import type { Fleet } from '../../kit/fleet.ts'
import type { Field } from '../motion/field.ts'
import { useFirstView } from './useFirstView.ts'
import { useFlight } from './useFlight.ts'
import { useFollow } from './useFollow.ts'
import { usePublishViewport } from './usePublishViewport.ts'

/** Camera: initial view, flights to a selected tracker, following it. */
export function Camera({ field, fleet, in_panel, ready }: Props) {
  usePublishViewport()
  useFirstView(fleet, ready)
  useFlight(in_panel)
  useFollow(field)
  return null
}

type Props = { field: Field; fleet: Fleet; in_panel: number | null; ready: boolean }
