import { Button, Popover, Stack } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconFilter, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { InHead } from '../page/HeadLine.tsx'
import { PeriodFilter, type PeriodProps } from '../period/PeriodFilter.tsx'
import { PeriodMenu } from '../period/PeriodMenu.tsx'
import { narrowWidth } from '../theme/theme.ts'
import { Icon } from '../ui/Icon.tsx'
import { FilterMode } from './Filter.tsx'
import classes from './List.module.css'

const field = { kind: 'field' } as const

/**
 * Filters in one line: chips of those that are set, and a button for the rest. On a phone one button with their count.
 *
 * @param count of filters that are set
 * @param period at the right end of the line
 */
export function FilterGroup({ count, clear, period, children }: Props) {
  const { t } = useTranslation()
  const [opened, { close, open, toggle }] = useDisclosure(false)
  const narrow = useMediaQuery(narrowWidth, false, { getInitialValueInEffect: false })
  const set = narrow && period?.value ? count + 1 : count
  const button = narrow
    ? { icon: IconFilter, label: set > 0 ? t('table.filtersSet', { count: set }) : t('table.filters') }
    : { icon: IconPlus, label: t('table.filter') }
  return (
    <>
      <InHead place="filters">
        <div className={classes.filters}>
          {!narrow && <FilterMode value={{ kind: 'chip', open }}>{children}</FilterMode>}
          <Popover
            opened={opened}
            onChange={close}
            position="bottom-start"
            width={320}
            shadow="md"
            trapFocus
            returnFocus
            closeOnEscape={false}
          >
            <Popover.Target>
              <Button
                variant={narrow ? 'default' : 'subtle'}
                color="gray"
                px={narrow ? 'sm' : 'xs'}
                leftSection={<Icon of={button.icon} />}
                onClick={toggle}
              >
                {button.label}
              </Button>
            </Popover.Target>
            {/* A picker in it keeps Escape for its own list. */}
            <Popover.Dropdown onKeyDown={({ key }) => key === 'Escape' && close()}>
              <Stack gap="sm">
                {narrow && period && <PeriodFilter {...period} />}
                <FilterMode value={field}>{children}</FilterMode>
                {set > 0 && (
                  <Button variant="subtle" color="gray" size="compact-sm" onClick={clear}>
                    {t('table.clearFilters')}
                  </Button>
                )}
              </Stack>
            </Popover.Dropdown>
          </Popover>
        </div>
      </InHead>
      {!narrow && period && <PeriodMenu {...period} />}
    </>
  )
}

type Props = { count: number; clear: () => void; period?: PeriodProps; children: ReactNode }
