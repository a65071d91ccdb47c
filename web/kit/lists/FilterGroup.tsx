import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/Icon.tsx'
import classes from './FilterGroup.module.css'

/**
 * Filters side by side. On a phone, where they would fill the screen before the first row, a button unfolds them.
 *
 * @param count of filters that are set
 * @param last stands on the line of the button that clears them
 */
export function FilterGroup({ count, clear, last, children }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [unfolded, { toggle }] = useDisclosure(false)
  return (
    <div className={classes.group} data-unfolded={unfolded || undefined}>
      <Button
        className={classes.unfold}
        variant="default"
        leftSection={<Icon of={IconFilter} />}
        aria-expanded={unfolded}
        aria-controls={id}
        onClick={toggle}
      >
        {count > 0 ? t('table.filtersSet', { count }) : t('table.filters')}
      </Button>
      <div className={classes.filters} id={id}>
        {children}
        {(last || count > 0) && (
          <div className={classes.last}>
            {last}
            {count > 0 && (
              <Button variant="subtle" color="gray" size="compact-sm" onClick={clear}>
                {t('table.clearFilters')}
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  )
}

type Props = { count: number; clear: () => void; last?: ReactNode; children: ReactNode }
