import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../actions/useAction.ts'
import { type FieldName, type LabelledResource, labelOf } from '../forms/labels.ts'
import { InHead } from '../page/HeadLine.tsx'
import { Icon } from '../ui/Icon.tsx'
import { downloadList } from './downloadCsv.ts'
import type { Column } from './Table.tsx'
import type { Columns } from './useColumns.ts'
import type { Filters } from './useListQuery.ts'
import type { RowHeight } from './useRowHeight.ts'

/** What is seldom needed: the page's other things, the list as a file or on paper, the height of rows, the columns. */
export function ListMenu<N extends LabelledResource>({
  resource,
  plural,
  asked,
  columns,
  shown,
  height,
  more,
}: Props<N>) {
  const { t } = useTranslation()
  const { busy, run } = useAction({ failed: t('table.fileFailed') })
  return (
    <InHead place="menu">
      <Menu position="bottom-end" shadow="md" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={36} loading={busy} aria-label={t('table.more')} title={t('table.more')}>
            <Icon of={IconDots} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
          {more}
          {more && <Menu.Divider />}
          {(['xlsx', 'csv'] as const).map((format) => (
            <Menu.Item key={format} onClick={() => run(() => downloadList(plural, asked, format))}>
              {t(`table.${format}`)}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => print()}>{t('table.print')}</Menu.Item>
          <Menu.Divider />
          <Menu.CheckboxItem checked={height.compact} onChange={height.toggle} closeMenuOnClick={false}>
            {t('table.compact')}
          </Menu.CheckboxItem>
          <Menu.Divider />
          <Menu.Label>{t('table.columns')}</Menu.Label>
          {columns.map(({ name }) => (
            <Menu.CheckboxItem
              key={name}
              checked={shown.shown.includes(name)}
              onChange={() => shown.toggle(name)}
              closeMenuOnClick={false}
            >
              {labelOf(t, resource, name)}
            </Menu.CheckboxItem>
          ))}
        </Menu.Dropdown>
      </Menu>
    </InHead>
  )
}

type Props<N extends LabelledResource> = {
  resource: N
  plural: string
  /** What the list is asked for. */
  asked: Filters
  columns: Column<N>[]
  shown: Columns<FieldName<N>>
  height: RowHeight
  /** Other items, of the page. */
  more: ReactNode
}
