import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'

/** The sides of a proximity rule and its distance, in words. */
export function useSides() {
  const { t } = useTranslation()
  const side = (tracker: string | null, group: string | null) =>
    tracker ?? t('tracking:proximity.group', { name: group ?? '' })
  return {
    one: ({ tracker_name, group_name }: Row<'proximityrule'>) => side(tracker_name, group_name),
    other: ({ other_tracker_name, other_group_name }: Row<'proximityrule'>) =>
      side(other_tracker_name, other_group_name),
  }
}
