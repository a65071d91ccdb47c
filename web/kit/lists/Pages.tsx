import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Named } from '../forms/labels.ts'
import { Icon } from '../ui/Icon.tsx'
import classes from './List.module.css'
import { type ListState, lastPage } from './useListQuery.ts'

export function Pages<N extends Named>({ list }: { list: ListState<N> }) {
  const { t, i18n } = useTranslation()
  const { rows, info, page, setPage } = list
  if (!rows || !info) return null
  const number = (value: number) => value.toLocaleString(i18n.language)
  const range = {
    from: number(info.offset + 1),
    to: number(info.offset + rows.length),
    total: number(info.total),
  }
  return (
    <div className={classes.pages}>
      <span>{info.total_is_estimated ? t('table.about', range) : t('table.range', range)}</span>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('table.previous')}
        disabled={page === 1}
        onClick={() => setPage(page - 1)}
      >
        <Icon of={IconChevronLeft} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('table.next')}
        disabled={info.next === undefined || page >= lastPage}
        onClick={() => setPage(page + 1)}
      >
        <Icon of={IconChevronRight} />
      </ActionIcon>
    </div>
  )
}
