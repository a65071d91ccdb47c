import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/Icon.tsx'

/** To the previous and the next page. */
export function PageButtons({ page, isLast, to }: Props) {
  const { t } = useTranslation()
  const buttons = [
    { label: t('table.previous'), icon: IconChevronLeft, disabled: page === 1, target: page - 1 },
    { label: t('table.next'), icon: IconChevronRight, disabled: isLast, target: page + 1 },
  ]
  return buttons.map(({ label, icon, disabled, target }) => (
    <ActionIcon
      key={label}
      variant="default"
      size="lg"
      aria-label={label}
      disabled={disabled}
      onClick={() => to(target)}
    >
      <Icon of={icon} />
    </ActionIcon>
  ))
}

/** @property page from 1 */
type Props = { page: number; isLast: boolean; to: (page: number) => void }
