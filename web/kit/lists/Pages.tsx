import { useTranslation } from 'react-i18next'
import type { LabelledResource } from '../forms/labels.ts'
import classes from './List.module.css'
import { PageButtons } from './PageButtons.tsx'
import { type ListState, lastPage } from './useListQuery.ts'

export function Pages<N extends LabelledResource>({ list }: { list: ListState<N> }) {
  const { t, i18n } = useTranslation()
  const { rows, info, page, setPage } = list
  if (!rows || !info) return null
  const number = (value: number) => value.toLocaleString(i18n.language)
  const range = { from: number(info.offset + 1), to: number(info.offset + rows.length), total: number(info.total) }
  return (
    <div className={classes.pages}>
      <span>{info.total_is_estimated ? t('table.about', range) : t('table.range', range)}</span>
      <PageButtons page={page} isLast={info.next === undefined || page >= lastPage} to={setPage} />
    </div>
  )
}
